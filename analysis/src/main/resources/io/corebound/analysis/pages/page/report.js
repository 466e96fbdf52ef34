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
      /* the drawing's own name, in place of a description of its series */
      aria: { enabled: true, label: { description: document.getElementById(spec.id).getAttribute("aria-label") } },
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
      return spec.frame
        ? "\u2191 " + limit.name + " " + figure(limit.value)
        : limit.name + " " + figure(limit.value) + " " + spec.unit + ", far above";
    }).join(spec.frame ? "  " : "; ");
  }

  function ceiling(spec) {
    if (spec.maximum !== null) {
      return spec.maximum;
    }
    var most = inSight(spec).reduce(function (m, limit) { return Math.max(m, limit.value); }, highest(spec));
    var step = Math.pow(10, Math.floor(Math.log10(most || 1)));
    return Math.ceil(most * 1.05 / step * 2) / 2 * step;
  }

  /* In a small chart a short interval has no room for its name. */
  function fits(spec, span) {
    return !spec.frame || (span.end_s - span.start_s) / (spec.frame.end_s - spec.frame.start_s) > 0.03 * span.name.length;
  }

  function marks(spec, stacked) {
    return {
      markArea: {
        silent: true,
        label: { color: colour("ink"), fontSize: 11, position: "top", distance: 4 },
        data: spec.spans.map(function (span, index) {
          return [
            {
              name: fits(spec, span) ? span.name : "",
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

  /* One of several side by side: their legend and their axis are told once, beside them. */
  function small(spec, option) {
    option.legend.show = false;
    option.grid = { left: 4, right: 12, top: outOfSight(spec) ? 38 : 22, bottom: 4, containLabel: true };
    option.xAxis.name = "";
    option.yAxis.name = "";
    option.xAxis.min = spec.frame.start_s;
    option.xAxis.max = spec.frame.end_s;
    option.xAxis.axisLabel.showMinLabel = true;
    option.yAxis.interval = option.yAxis.max / 2;
    delete option.dataZoom;
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
      name: spec.across,
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
    if (spec.frame) {
      small(spec, option);
    }
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
    option.tooltip.axisPointer.label = { formatter: function (at) {
      return spec.across === "run" ? "run " + seconds(at.value) : seconds(at.value) + " s";
    } };
    return option;
  }

  function shortened(name) {
    var most = narrow.matches ? 20 : 44;
    return name.split("\n").map(function (line) {
      return line.length > most ? line.slice(0, most - 1) + "…" : line;
    }).join("\n");
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
      axisLabel: { color: colour("ink"), formatter: shortened, lineHeight: 14 }
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
    option.tooltip.axisPointer.label = { formatter: function (at) { return figure(at.value) + " " + spec.across; } };
    return option;
  }

  /* Two amounts of one kind: the same ends on both axes, so that the diagonal is where they are equal. */
  function scatter(spec, width) {
    var option = curve(spec, width);
    var all = [].concat.apply([], spec.series.map(function (series) { return [].concat.apply([], series.points); }));
    [option.xAxis, option.yAxis].forEach(function (axis) {
      axis.min = Math.min.apply(null, all);
      axis.max = Math.max.apply(null, all);
      axis.axisLabel = { color: colour("soft"), formatter: figure, hideOverlap: true };
    });
    option.tooltip.trigger = "item";
    option.tooltip.formatter = function (at) {
      return at.seriesName + "<br>" + figure(at.value[0]) + " → " + figure(at.value[1]) + " " + spec.unit;
    };
    option.series.forEach(function (series) {
      if (series.type === "line") {
        series.symbol = "none";
        series.silent = true;
      }
    });
    return option;
  }

  function height(spec, width) {
    if (spec.frame) {
      return 208;
    }
    if (spec.shape !== "bars") {
      return 360;
    }
    return legendHeight(spec, width) + 46 + Math.max(2, spec.categories.length) * rowHeight(spec);
  }

  function option(spec, width) {
    return { bars: bars, curve: curve, scatter: scatter, time: time, band: time }[spec.shape](spec, width);
  }

  /* What the reader has not chosen or opened is not drawn: there may be a hundred hosts. */
  function drawn(spec) {
    var place = document.getElementById(spec.id);
    if (charts[spec.id]) {
      charts[spec.id].dispose();
      delete charts[spec.id];
    }
    if (place.closest("[hidden], details:not([open])")) {
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

  Array.prototype.forEach.call(document.querySelectorAll("details"), function (details) {
    details.addEventListener("toggle", function () { drawWithin(details); });
  });

  function whenSettled(action) {
    var timer;
    return function () {
      clearTimeout(timer);
      timer = setTimeout(action, 120);
    };
  }

  /* Tables: the heads of their columns sort them, a button copies them. */

  var BYTES = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12, KiB: 1024, MiB: 1048576, GiB: 1073741824, TiB: 1099511627776 };

  /* A cell without what stands small below it. */
  function ownText(cell) {
    return Array.prototype.filter.call(cell.childNodes, function (node) {
      return node.nodeName !== "SMALL";
    }).map(function (node) {
      return node.textContent;
    }).join("").trim();
  }

  /* The first number of a cell, an amount of data in bytes; null where there is none. */
  function number(text) {
    var found = /(-?[0-9]+(?:\.[0-9]+)?)(?:\s*([kKMGT]?i?B)(?![A-Za-z]))?/.exec(text.replace(/\u2212/g, "-"));
    return found ? Number(found[1]) * (BYTES[found[2]] || 1) : null;
  }

  function compared(numeric, column, sign) {
    return function (one, other) {
      var a = ownText(one.cells[column]);
      var b = ownText(other.cells[column]);
      if (!numeric) {
        return sign * a.localeCompare(b, "en", { numeric: true });
      }
      a = number(a);
      b = number(b);
      /* What has no figure stays last. */
      return a === null || b === null ? (a === null) - (b === null) : sign * (a - b);
    };
  }

  /* First the way that mostly is asked for, then the other, then as it was. */
  function next(numeric, sorted) {
    var order = numeric ? ["descending", "ascending", null] : ["ascending", "descending", null];
    return order[(order.indexOf(sorted) + 1) % 3];
  }

  function sortable(table) {
    var body = table.tBodies[0];
    var rows = Array.prototype.filter.call(body.rows, function (row) { return !row.classList.contains("total"); });
    var totals = Array.prototype.filter.call(body.rows, function (row) { return row.classList.contains("total"); });
    var heads = Array.prototype.slice.call(table.tHead.rows[0].cells);
    /* A cell that is empty because it says what the row above says would say something else. */
    if (rows.length < 2 || rows.some(function (row) { return row.cells[0].textContent.trim() === ""; })) {
      return;
    }
    heads.forEach(function (head, column) {
      if (head.textContent.trim() === "") {
        return;
      }
      var numeric = head.classList.contains("number");
      var button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      while (head.firstChild) {
        button.appendChild(head.firstChild);
      }
      head.appendChild(button);
      button.addEventListener("click", function () {
        var way = next(numeric, head.getAttribute("aria-sort"));
        heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
        var order = rows;
        if (way) {
          head.setAttribute("aria-sort", way);
          order = rows.slice().sort(compared(numeric, column, way === "ascending" ? 1 : -1));
        }
        order.concat(totals).forEach(function (row) { body.appendChild(row); });
      });
    });
  }

  /* RFC 4180, with the rows as they are sorted; figures as numbers are written elsewhere. */
  function csv(table) {
    function quoted(text) {
      return /[",\r\n]/.test(text) ? "\"" + text.replace(/"/g, "\"\"") + "\"" : text;
    }
    var heads = Array.prototype.slice.call(table.tHead.rows[0].cells);
    var lines = [heads.map(function (head) {
      var unit = head.querySelector(".unit");
      var name = head.textContent.trim();
      return quoted(unit ? name.slice(0, -unit.textContent.length).trim() + " (" + unit.textContent + ")" : name);
    })];
    Array.prototype.forEach.call(table.tBodies[0].rows, function (row) {
      lines.push(Array.prototype.map.call(row.cells, function (cell) {
        var text = ownText(cell);
        var note = cell.querySelector("small");
        if (cell.classList.contains("number")) {
          text = text === "\u2013" ? "" : text.replace(/\u2212/g, "-");
        }
        return quoted(note ? text + " (" + note.textContent + ")" : text);
      }));
    });
    return lines.map(function (line) { return line.join(","); }).join("\r\n") + "\r\n";
  }

  /* The old way works where a page has no right to the clipboard's own interface. */
  function copy(text) {
    function byHand() {
      var area = document.createElement("textarea");
      area.value = text;
      document.body.appendChild(area);
      area.select();
      var done = document.execCommand("copy");
      area.remove();
      if (!done) {
        throw new Error("not copied");
      }
    }
    return navigator.clipboard
      ? navigator.clipboard.writeText(text).catch(byHand)
      : new Promise(function (done) { byHand(); done(); });
  }

  function copyable(table) {
    var button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy as CSV";
    button.addEventListener("click", function () {
      copy(csv(table)).then(function () { return "Copied"; }, function () { return "Not copied"; }).then(function (word) {
        said.textContent = word;
        button.textContent = word;
        button.focus();
        setTimeout(function () {
          button.textContent = "Copy as CSV";
          said.textContent = "";
        }, 2000);
      });
    });
    var figure = table.closest("figure");
    figure.insertBefore(button, table.closest(".scroll"));
  }

  var said = document.createElement("p");
  said.className = "said";
  said.setAttribute("role", "status");
  document.getElementById("main").appendChild(said);
  Array.prototype.forEach.call(document.querySelectorAll("figure.table table"), function (table) {
    sortable(table);
    copyable(table);
  });

  var opened = [];
  window.addEventListener("beforeprint", function () {
    /* On paper there is no dark theme. */
    document.documentElement.classList.add("printed");
    opened = Array.prototype.slice.call(document.querySelectorAll("details:not([open])"));
    opened.forEach(function (details) { details.open = true; });
    draw();
  });
  window.addEventListener("afterprint", function () {
    document.documentElement.classList.remove("printed");
    opened.forEach(function (details) { details.open = false; });
    draw();
  });
  dark.addEventListener("change", draw);
  window.addEventListener("resize", whenSettled(draw));
  draw();
})();
