(function () {
  "use strict";
  var specs = JSON.parse(document.getElementById("chart-data").textContent);
  var charts = {};
  window.coreboundCharts = charts;
  var PALETTE = 10;
  var dark = window.matchMedia("(prefers-color-scheme: dark)");
  var narrow = window.matchMedia("(max-width: 600px)");

  function colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
  }

  function figure(value) {
    if (value === null || value === undefined) {
      return "–";
    }
    if (value === 0) {
      return "0";
    }
    var rounded = Number(value.toPrecision(3));
    var decimals = 2 - Math.floor(Math.log10(Math.abs(rounded)));
    return rounded.toFixed(Math.max(0, decimals)).replace("-", "\u2212");
  }

  /* Black or white, whichever is read better on a colour given as #rrggbb. */
  function onTopOf(hex) {
    var parts = [1, 3, 5].map(function (i) { return parseInt(hex.slice(i, i + 2), 16); });
    return 0.3 * parts[0] + 0.59 * parts[1] + 0.11 * parts[2] > 130 ? "#101418" : "#ffffff";
  }

  function seconds(value) {
    return String(Math.round(value * 10) / 10).replace("-", "\u2212");
  }

  function seriesColour(series, index) {
    return colour(series.colour || "p" + (index % PALETTE + 1));
  }

  function legend(spec) {
    return {
      show: spec.series.length > 1,
      selectedMode: spec.shape !== "band" &&
        !spec.series.some(function (series) { return series.stack && series.points.length; }),
      type: spec.series.length > 8 ? "plain" : "scroll",
      top: 0,
      left: 0,
      itemWidth: 14,
      itemHeight: 10,
      textStyle: { color: colour("ink"), fontSize: 12 },
      pageTextStyle: { color: colour("soft") },
      pageIconColor: colour("accent"),
      inactiveColor: colour("line")
    };
  }

  function axisStyle() {
    return {
      axisLine: { lineStyle: { color: colour("line") } },
      axisTick: { lineStyle: { color: colour("line") } },
      axisLabel: { color: colour("soft") },
      nameTextStyle: { color: colour("soft") },
      splitLine: { lineStyle: { color: colour("line"), width: 1 } }
    };
  }

  function tooltip(spec) {
    return {
      trigger: "axis",
      confine: true,
      axisPointer: { type: spec.shape === "bars" ? "shadow" : "line", lineStyle: { color: colour("soft") } },
      backgroundColor: colour("surface"),
      borderColor: colour("line"),
      textStyle: { color: colour("ink"), fontSize: 13 },
      valueFormatter: function (value) {
        return figure(value) + " " + spec.unit;
      }
    };
  }

  function common(spec) {
    return {
      animation: false,
      aria: { enabled: true },
      textStyle: { fontFamily: getComputedStyle(document.body).fontFamily },
      tooltip: tooltip(spec),
      legend: legend(spec)
    };
  }

  /* How many rows the legend takes, so that the drawing starts below it. */
  function legendHeight(spec, width) {
    if (spec.series.length < 2) {
      return 8;
    }
    if (spec.series.length <= 8) {
      return 34;
    }
    var used = 0;
    var rows = 1;
    spec.series.forEach(function (series) {
      var item = 32 + 6.4 * series.name.length;
      if (used + item > width) {
        rows++;
        used = 0;
      }
      used += item;
    });
    return 12 + 24 * rows;
  }

  function highest(spec) {
    var most = 0;
    spec.series.forEach(function (series) {
      series.points.forEach(function (point) {
        most = Math.max(most, point[1]);
      });
    });
    return most;
  }

  /* A limit far above the data would flatten them: it is told in words instead. */
  function inSight(spec) {
    var most = highest(spec);
    return spec.limits.filter(function (limit) { return limit.value <= 5 * most; });
  }

  function outOfSight(spec) {
    var most = highest(spec);
    return spec.limits.filter(function (limit) { return limit.value > 5 * most; }).map(function (limit) {
      return limit.name + " " + figure(limit.value) + " " + spec.unit + ", far above";
    }).join("; ");
  }

  function ceiling(spec) {
    if (spec.maximum !== null) {
      return spec.maximum;
    }
    var most = inSight(spec).reduce(function (m, limit) { return Math.max(m, limit.value); }, highest(spec));
    var step = Math.pow(10, Math.floor(Math.log10(most || 1)));
    return Math.ceil(most * 1.05 / step * 2) / 2 * step;
  }

  function marks(spec, stacked) {
    return {
      markArea: {
        silent: true,
        label: { color: colour("ink"), fontSize: 11, position: "top", distance: 4 },
        data: spec.spans.map(function (span, index) {
          return [
            {
              name: span.name,
              xAxis: span.start_s,
              itemStyle: stacked
                ? { color: "transparent", borderColor: colour("ink"), borderWidth: 1, borderType: [3, 3] }
                : { color: colour(index % 2 ? "span-b" : "span-a") }
            },
            { xAxis: span.end_s }
          ];
        })
      },
      markLine: {
        silent: true,
        symbol: "none",
        data: spec.moments.map(function (moment) {
          return {
            xAxis: moment.start_s,
            lineStyle: { color: colour("soft"), type: "solid", width: 1 },
            label: {
              formatter: function () { return moment.name; },
              color: colour("soft"),
              fontSize: 11,
              position: "end",
              distance: 20
            }
          };
        }).concat(inSight(spec).map(function (limit) {
          return {
            yAxis: limit.value,
            lineStyle: { color: colour(limit.colour), type: [8, 4], width: 1.5 },
            label: {
              formatter: function () { return limit.name + " " + figure(limit.value); },
              color: colour("ink"),
              fontSize: 11,
              position: "insideEndTop"
            }
          };
        }))
      }
    };
  }

  /* ECharts does not stack over an axis of numbers: points are x, sum so far, own value. */
  function stackedPoints(spec) {
    var sums = {};
    return spec.series.map(function (series) {
      return series.points.map(function (point) {
        sums[point[0]] = (sums[point[0]] || 0) + point[1];
        return [point[0], sums[point[0]], point[1]];
      });
    });
  }

  function ends(spec) {
    var low = Infinity;
    var high = -Infinity;
    spec.series.forEach(function (series) {
      series.points.forEach(function (point) {
        low = Math.min(low, point[0]);
        high = Math.max(high, point[0]);
      });
    });
    return { min: Math.floor(low), max: Math.ceil(high) };
  }

  function time(spec, width) {
    var option = common(spec);
    var range = ends(spec);
    option.grid = { left: 16, right: 16, top: legendHeight(spec, width) + 40, bottom: 58, containLabel: true };
    option.xAxis = Object.assign(axisStyle(), {
      type: "value",
      min: range.min,
      max: range.max,
      axisLabel: {
        color: colour("soft"),
        hideOverlap: true,
        showMinLabel: false,
        showMaxLabel: false,
        formatter: seconds
      },
      name: "seconds from the job's submission",
      nameLocation: "middle",
      nameGap: 26,
      splitLine: { show: false }
    });
    option.yAxis = Object.assign(axisStyle(), {
      type: "value",
      min: 0,
      max: ceiling(spec),
      name: spec.unit,
      nameTextStyle: { color: colour("soft"), align: "right" },
      nameGap: 8,
      axisLine: { show: false, onZero: false },
      axisLabel: { color: colour("soft"), formatter: String }
    });
    option.dataZoom = [
      { type: "slider", height: 14, bottom: 4, showDetail: false, brushSelect: false, borderColor: colour("line"),
        fillerColor: colour("span-a"), handleStyle: { color: colour("soft") }, dataBackground: {
          lineStyle: { opacity: 0 }, areaStyle: { opacity: 0 } },
        selectedDataBackground: { lineStyle: { opacity: 0 }, areaStyle: { opacity: 0 } } }
    ];
    var stacked = spec.series.length > 0 && spec.series[0].stack !== "";
    var points = stacked ? stackedPoints(spec) : spec.series.map(function (series) { return series.points; });
    option.series = spec.series.map(function (series, index) {
      var line = {
        type: "line",
        name: series.name,
        data: points[index],
        encode: { x: 0, y: 1, tooltip: stacked ? [2] : [1] },
        symbol: "none",
        z: stacked ? 0 : 3,
        color: seriesColour(series, index),
        lineStyle: { width: stacked ? 0 : 1.8, type: series.dashed ? [6, 3] : "solid" },
        emphasis: { disabled: true }
      };
      if (stacked) {
        line.areaStyle = { opacity: 1, origin: "start" };
      }
      if (spec.shape === "band" && index < 2) {
        /* The second line's area covers what of the first's lies below the band. */
        line.z = 0;
        line.lineStyle = { width: 1, type: "solid" };
        line.areaStyle = index === 0
          ? { opacity: 0.3, origin: "start" }
          : { color: colour("surface"), opacity: 1, origin: "start" };
      }
      return index === 0 ? Object.assign(line, marks(spec, stacked)) : line;
    });
    if (stacked) {
      /* The top of the stack is drawn first, so that what is below covers it. */
      option.series.reverse();
      option.legend.data = spec.series.map(function (series) { return series.name; });
    }
    var far = outOfSight(spec);
    if (far) {
      option.title = { text: far, right: 8, top: 0, textStyle: { color: colour("soft"), fontSize: 12, fontWeight: "normal" } };
    }
    option.tooltip.axisPointer.label = { formatter: function (at) { return seconds(at.value) + " s"; } };
    return option;
  }

  function shortened(name) {
    var most = narrow.matches ? 20 : 44;
    return name.length > most ? name.slice(0, most - 1) + "…" : name;
  }

  function bars(spec, width) {
    var option = common(spec);
    option.grid = { left: 28, right: 56, top: legendHeight(spec, width), bottom: 30, containLabel: true };
    option.xAxis = Object.assign(axisStyle(), {
      type: "value",
      name: spec.unit,
      nameLocation: "middle",
      nameGap: 24,
      axisLabel: { color: colour("soft"), formatter: String, hideOverlap: true }
    });
    option.yAxis = Object.assign(axisStyle(), {
      type: "category",
      inverse: true,
      data: spec.categories,
      axisTick: { show: false },
      axisLabel: { color: colour("ink"), formatter: shortened }
    });
    var row = rowHeight(spec);
    var beside = barsBeside(spec);
    var marked = spec.series.some(function (s) { return s.marker; });
    var most = Math.max.apply(null, [].concat.apply([], spec.series.map(function (s) { return s.values; })));
    /* A mark may stand where the figure of its bar would: long bars have it at their foot instead. */
    function labelledInside(ink) {
      return function (value) {
        return value === null || value < most / 8
          ? value
          : { value: value, label: { position: "insideLeft", color: ink } };
      };
    }
    option.series = spec.series.map(function (series, index) {
      var stacked = series.stack !== "";
      if (series.marker) {
        return marker(spec, series, row, beside);
      }
      return {
        type: "bar",
        name: series.name,
        stack: series.stack || undefined,
        data: marked ? series.values.map(labelledInside(onTopOf(seriesColour(series, index)))) : series.values,
        color: seriesColour(series, index),
        barMaxWidth: 26,
        barCategoryGap: "20%",
        barGap: "30%",
        itemStyle: {
          borderColor: colour("surface"),
          borderWidth: stacked ? 1 : 0,
          decal: index >= PALETTE ? { symbol: "rect", dashArrayX: [1, 0], dashArrayY: [2, 4], rotation: -Math.PI / 4,
            color: "rgba(255,255,255,0.55)" } : undefined
        },
        label: {
          show: !stacked,
          position: "right",
          color: colour("soft"),
          fontSize: 11,
          formatter: function (bar) { return figure(bar.value); }
        },
        emphasis: { focus: stacked ? "series" : "none" }
      };
    });
    return option;
  }

  /* How many bars a category has side by side. */
  function barsBeside(spec) {
    return spec.series.some(function (s) { return s.stack; })
      ? 1
      : spec.series.filter(function (s) { return !s.marker; }).length;
  }

  function rowHeight(spec) {
    return Math.max(26, 20 * barsBeside(spec) + 8);
  }

  /* Marks among bars: figures from elsewhere, each at the height of the bar that it belongs to. */
  function marker(spec, series, row, beside) {
    var thick = Math.min(26, 0.8 * row / (beside + 0.3 * (beside - 1)));
    var owner = spec.series.filter(function (s) { return !s.marker; }).findIndex(function (s) {
      return series.name.endsWith(": " + s.name);
    });
    var place = owner < 0 ? 0 : (owner - (beside - 1) / 2) * 1.3 * thick;
    return {
      type: "scatter",
      name: series.name,
      data: series.points,
      encode: { x: 0, y: 1, tooltip: [0] },
      symbol: owner % 2 === 1 ? "triangle" : "diamond",
      symbolSize: 12,
      symbolOffset: [0, place],
      color: colour(series.colour),
      itemStyle: { borderColor: colour("surface"), borderWidth: 1.5 },
      z: 5
    };
  }

  /* Lines over an amount, both axes logarithmic. */
  function curve(spec, width) {
    var option = common(spec);
    option.grid = { left: 16, right: 24, top: legendHeight(spec, width) + 24, bottom: 34, containLabel: true };
    var amounts = {};
    spec.series.forEach(function (series) {
      series.points.forEach(function (point) { amounts[point[0]] = true; });
    });
    var known = Object.keys(amounts).map(Number);
    option.xAxis = Object.assign(axisStyle(), {
      type: "log",
      logBase: 2,
      min: Math.min.apply(null, known),
      max: Math.max.apply(null, known),
      name: spec.across,
      nameLocation: "middle",
      nameGap: 26,
      axisLabel: { color: colour("soft"), formatter: String, hideOverlap: true },
      splitLine: { show: false }
    });
    option.yAxis = Object.assign(axisStyle(), {
      type: "log",
      name: spec.unit,
      nameTextStyle: { color: colour("soft"), align: "right" },
      nameGap: 8,
      axisLine: { show: false, onZero: false },
      axisLabel: { color: colour("soft"), formatter: String }
    });
    option.series = spec.series.map(function (series, index) {
      return {
        type: series.marker ? "scatter" : "line",
        name: series.name,
        data: series.points,
        symbol: series.marker ? "diamond" : "circle",
        symbolSize: series.marker ? 13 : 5,
        color: seriesColour(series, index),
        lineStyle: { width: 1.8, type: series.dashed ? [6, 3] : "solid" },
        emphasis: { disabled: true },
        z: series.marker ? 5 : 3
      };
    });
    option.tooltip.axisPointer.label = { formatter: function (at) { return String(Math.round(at.value)) + " B"; } };
    return option;
  }

  function height(spec, width) {
    if (spec.shape !== "bars") {
      return 360;
    }
    return legendHeight(spec, width) + 46 + Math.max(2, spec.categories.length) * rowHeight(spec);
  }

  function option(spec, width) {
    return { bars: bars, curve: curve, time: time, band: time }[spec.shape](spec, width);
  }

  /* What the reader has not chosen is not drawn: there may be a hundred hosts. */
  function drawn(spec) {
    var place = document.getElementById(spec.id);
    if (charts[spec.id]) {
      charts[spec.id].dispose();
      delete charts[spec.id];
    }
    if (place.closest("[hidden]")) {
      return;
    }
    var width = place.clientWidth || 800;
    place.style.height = height(spec, width) + "px";
    charts[spec.id] = echarts.init(place, null, { renderer: "svg" });
    charts[spec.id].setOption(option(spec, width));
  }

  function draw() {
    specs.forEach(drawn);
  }

  function drawWithin(place) {
    specs.forEach(function (spec) {
      if (place.contains(document.getElementById(spec.id))) {
        drawn(spec);
      }
    });
  }

  Array.prototype.forEach.call(document.querySelectorAll(".choice"), function (choice) {
    var select = choice.querySelector("select");
    function choose() {
      Array.prototype.forEach.call(choice.querySelectorAll(".option"), function (option, index) {
        option.hidden = index !== select.selectedIndex;
      });
      drawWithin(choice);
    }
    select.addEventListener("change", choose);
    /* A browser may have kept what was chosen before the page was loaded again. */
    if (select.selectedIndex !== 0) {
      choose();
    }
  });

  function whenSettled(action) {
    var timer;
    return function () {
      clearTimeout(timer);
      timer = setTimeout(action, 120);
    };
  }

  var opened = [];
  window.addEventListener("beforeprint", function () {
    opened = Array.prototype.slice.call(document.querySelectorAll("details:not([open])"));
    opened.forEach(function (details) { details.open = true; });
    draw();
  });
  window.addEventListener("afterprint", function () {
    opened.forEach(function (details) { details.open = false; });
    draw();
  });
  dark.addEventListener("change", draw);
  window.addEventListener("resize", whenSettled(draw));
  draw();
})();
