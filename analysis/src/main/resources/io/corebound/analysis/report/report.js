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
    if (value === null || value === undefined || Array.isArray(value) && value[1] === null) {
      return "–";
    }
    var number = Array.isArray(value) ? value[1] : value;
    return number === 0 ? "0" : Number(number.toPrecision(3)).toLocaleString("en-US", {
      maximumFractionDigits: 6,
      useGrouping: false
    });
  }

  function seriesColour(series, index) {
    return colour(series.colour || "p" + (index % PALETTE + 1));
  }

  function legend(spec) {
    return {
      show: spec.series.length > 1,
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
      var item = 34 + 6.8 * series.name.length;
      if (used + item > width) {
        rows++;
        used = 0;
      }
      used += item;
    });
    return 12 + 24 * rows;
  }

  function marks(spec) {
    return {
      markArea: {
        silent: true,
        label: { color: colour("soft"), fontSize: 11, position: "insideTop" },
        data: spec.spans.map(function (span, index) {
          return [
            { name: span.name, xAxis: span.start_s, itemStyle: { color: colour(index % 2 ? "span-b" : "span-a") } },
            { xAxis: span.end_s }
          ];
        })
      },
      markLine: {
        silent: true,
        symbol: "none",
        data: spec.moments.map(function (moment) {
          return {
            name: moment.name,
            xAxis: moment.start_s,
            lineStyle: { color: colour("soft"), type: "solid", width: 1 },
            label: { formatter: "{b}", color: colour("soft"), fontSize: 11, position: "end", align: "left" }
          };
        }).concat(spec.limits.map(function (limit) {
          return {
            name: limit.name,
            yAxis: limit.value,
            lineStyle: { color: colour(limit.colour), type: "dashed", width: 1.5 },
            label: {
              formatter: limit.name + " " + figure(limit.value),
              color: colour("ink"),
              fontSize: 11,
              position: "insideEndTop"
            }
          };
        }))
      }
    };
  }

  /* A limit far above the data would flatten them; it is then told in the corner instead. */
  function ceiling(spec) {
    if (spec.maximum !== null) {
      return spec.maximum;
    }
    var most = 0;
    spec.series.forEach(function (series) {
      series.points.forEach(function (point) {
        most = Math.max(most, point[1] || 0);
      });
    });
    spec.limits.forEach(function (limit) {
      most = Math.max(most, limit.value);
    });
    var step = Math.pow(10, Math.floor(Math.log10(most || 1)));
    return Math.ceil(most * 1.08 / step * 2) / 2 * step;
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
    option.tooltip.axisPointer.label = { show: false };
    option.grid = { left: 8, right: 16, top: legendHeight(spec, width) + 26, bottom: 58, containLabel: true };
    option.xAxis = Object.assign(axisStyle(), {
      type: "value",
      min: range.min,
      max: range.max,
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
      nameGap: 8
    });
    option.dataZoom = [
      { type: "slider", height: 14, bottom: 4, showDetail: false, brushSelect: false, borderColor: colour("line"),
        fillerColor: colour("span-a"), handleStyle: { color: colour("soft") }, dataBackground: {
          lineStyle: { opacity: 0 }, areaStyle: { opacity: 0 } },
        selectedDataBackground: { lineStyle: { opacity: 0 }, areaStyle: { opacity: 0 } } }
    ];
    option.series = spec.series.map(function (series, index) {
      var line = {
        type: "line",
        name: series.name,
        data: series.points,
        symbol: "none",
        color: seriesColour(series, index),
        lineStyle: { width: series.stack ? 0 : 1.8, type: series.dashed ? [6, 3] : "solid" },
        emphasis: { disabled: true }
      };
      if (series.stack) {
        line.stack = series.stack;
        line.areaStyle = { opacity: 1 };
      }
      return index === 0 ? Object.assign(line, marks(spec)) : line;
    });
    /* Marks lie above stacked areas only when the last series carries them. */
    if (spec.series.length > 1 && spec.series[0].stack) {
      delete option.series[0].markArea;
      delete option.series[0].markLine;
      Object.assign(option.series[option.series.length - 1], marks(spec));
    }
    var seconds = function (value) {
      return figure(value) + " s";
    };
    option.tooltip.axisPointer.label = { formatter: function (at) { return seconds(at.value); } };
    return option;
  }

  function shortened(name) {
    var most = narrow.matches ? 20 : 44;
    return name.length > most ? name.slice(0, most - 1) + "…" : name;
  }

  function bars(spec, width) {
    var option = common(spec);
    option.grid = { left: 8, right: 56, top: legendHeight(spec, width), bottom: 30, containLabel: true };
    option.xAxis = Object.assign(axisStyle(), {
      type: "value",
      name: spec.unit,
      nameLocation: "middle",
      nameGap: 24
    });
    option.yAxis = Object.assign(axisStyle(), {
      type: "category",
      inverse: true,
      data: spec.categories,
      axisTick: { show: false },
      axisLabel: { color: colour("ink"), formatter: shortened }
    });
    option.series = spec.series.map(function (series, index) {
      var stacked = series.stack !== "";
      return {
        type: "bar",
        name: series.name,
        stack: series.stack || undefined,
        data: series.values,
        color: seriesColour(series, index),
        barMaxWidth: 26,
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

  function height(spec, width) {
    if (spec.shape !== "bars") {
      return 360;
    }
    var rows = spec.series.some(function (s) { return s.stack; }) ? 1 : spec.series.length;
    var row = Math.max(26, 20 * rows + 8);
    return legendHeight(spec, width) + 46 + Math.max(2, spec.categories.length) * row;
  }

  function draw() {
    specs.forEach(function (spec) {
      var place = document.getElementById(spec.id);
      var width = place.clientWidth || 800;
      if (charts[spec.id]) {
        charts[spec.id].dispose();
      }
      place.style.height = height(spec, width) + "px";
      charts[spec.id] = echarts.init(place, null, { renderer: "svg" });
      charts[spec.id].setOption(spec.shape === "bars" ? bars(spec, width) : time(spec, width));
    });
  }

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
