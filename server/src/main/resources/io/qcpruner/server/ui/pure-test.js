// Tests of the functions without a page; the browser test reads the result.
import * as pure from "./pure.js";
import { spread, ticks } from "./chart.js";
import { wilson } from "./curves.js";
import { python } from "./snippets.js";

const failures = [];
let count = 0;

function same(name, actual, expected) {
  count++;
  const a = JSON.stringify(actual);
  const b = JSON.stringify(expected);
  if (a !== b) failures.push(`${name}: ${a} is not ${b}`);
}

same("events", pure.parseEvents(": hi\n\nevent: error\ndata: {}\n\ndata: x"),
  { events: [{ comment: "hi", name: "", data: "" }, { comment: "", name: "error", data: "{}" }], rest: "data: x" });
same("half an event", pure.parseEvents("data: {\"a\"").events.length, 0);
same("cell", pure.cellRect({ x: -10, y: 2, dx: 5, dy: 7 }, 1, 3), { x: 5, y: 9, w: 5, h: 7 });
const grid = { group: 0, x: 10, y: 0, dx: 5, dy: 7, rows: 2, cols: 3 };
same("cell at", pure.cellAt(grid, 21, 8), [0, 1, 2]);
same("beside the grid", pure.cellAt(grid, 9, 8), null);
same("below the grid", pure.cellAt(grid, 21, 14), null);
const told = { cells: [[0, 0, 0], [0, 1, 2]], kept_cells: [[0, 1, 2]], utility: [.1, .456] };
same("cell in words", pure.cellText(told, [0, 1, 2], 1), "row 2, column 3, pick 1, utility 0.46");
same("cell left out", pure.cellText(told, [0, 0, 0], 0), "row 1, column 1, left out, utility 0.10");
same("cell merged away", pure.cellText(told, [0, 1, 1], 0), "row 2, column 2, left out");
same("anchors", pure.markAnchors("a star", [{ word: "star", ranges: [[2, 6]] }]).map(p => p.text), ["a ", "star"]);
same("overlapping anchors", pure.markAnchors("abc", [{ word: "ab", ranges: [[0, 2]] }, { word: "bc", ranges: [[1, 3]] }]).map(p => p.text), ["ab", "c"]);
same("anchors outside", pure.markAnchors("abc", [{ word: "x", ranges: [[2, 9]] }]).map(p => p.text), ["abc"]);
same("cells", pure.cellsText(576, [[0, 2, 3], [0, 8, 1]]), "2 of 576 tokens are kept.");
same("all cells", pure.cellsText(2, [[0, 0, 0], [0, 0, 1]]), "All 2 tokens are kept.");
same("gains in words", pure.gainText([90, 4, 2, 2, 2]), "The first 3 picks bring 95 % of the gain.");
same("one pick brings nearly all", pure.gainText([99, .5, .5]), "The first pick brings 95 % of the gain.");
same("no gains", pure.gainText([]), "");
same("levels of gains", pure.gainLevels([100, 1, .0001, null, 0]), [1, .5, 0, 0, 0]);
same("difference", pure.difference([[0, 0, 0], [0, 0, 1]], [[0, 0, 1], [0, 2, 2]]),
  { both: [[0, 0, 1]], here: [[0, 0, 0]], there: [[0, 2, 2]] });
same("same cells in another order", pure.sameCells([[0, 1, 2], [0, 3, 4]], [[0, 3, 4], [0, 1, 2]]), true);
same("other cells", pure.sameCells([[0, 1, 2]], [[0, 2, 1]]), false);
same("median of even many", pure.median([4, 1, 3, 2]), 2.5);
same("budgets", pure.readBudgets("64, 16;16 900", 576), [16, 64, 576]);
same("no budgets", pure.readBudgets("many", 576), null);
same("half a token", pure.readBudgets("1.5", 576), null);
same("a field", pure.csvField('a "b", c'), '"a ""b"", c"');
same("a formula is text", pure.csvField("=1+1"), "'=1+1");
same("round steps", ticks(93), [0, 25, 50, 75]);
same("labels apart", spread([50, 51, 20], 14, 0, 100), [50, 64, 20]);
same("labels inside", spread([98, 99], 14, 0, 100), [86, 100]);
same("Wilson", wilson(0, 10).map(v => Number(v.toFixed(3))), [0, .278]);
same("stages", pure.stageTimes({ tower_ms: 3, decode_ms: 2, cues_ms: 0 }), [{ stage: "tower", ms: 3 }, { stage: "decode", ms: 2 }]);
same("work", pure.workMs({ queue_ms: 50, tower_ms: 3, decode_ms: 2 }), 5);
same("decoder", pure.decoderMs({ queue_ms: 50, tower_ms: 3, decode_ms: 2 }), 2);
same("cold", pure.heatColor(0), [68, 1, 84]);
same("hot", pure.heatColor(1), [253, 231, 37]);
same("beyond", pure.heatColor(7), [253, 231, 37]);
same("levels", pure.levels([1, 3, null, 2]), [0, 1, 0, .5]);
same("flat levels", pure.levels([2, 2]), [0, 0]);
same("agree", pure.agree(["Red.", "red", " blue"]), [true, true, false]);
const board = { x: 10, y: 0, dx: 5, dy: 7, rows: 3, cols: 3 };
same("outline of one cell", pure.outline(board, [[0, 0, 0]]), [[10, 0, 15, 0], [10, 7, 15, 7], [10, 0, 10, 7], [15, 0, 15, 7]]);
same("no line between neighbours", pure.outline(board, [[0, 1, 1], [0, 1, 2]]).length, 6);
same("rows do not run into each other", pure.outline(board, [[0, 0, 2], [0, 1, 0]]).length, 8);
const state = {
  question: "a & b?", sample: 2, uploaded: false,
  columns: [{ method: pure.FULL, budget: 64, parameters: {} }, { method: "qcpruner", budget: 32, parameters: { layer: "3", rho: "0" } }]
};
same("hash", pure.readHash(pure.writeHash(state)), state);
same("broken hash", pure.readHash("#l=x@-5;=1;a&s=z"),
  { question: "", sample: 0, uploaded: false, columns: [{ method: "x", budget: 64, parameters: {} }] });
same("an uploaded picture", pure.readHash(pure.writeHash({ ...state, uploaded: true })).uploaded, true);
same("fits", pure.shrunk(4000, 3000), null);
same("too many pixels", pure.shrunk(12000, 8000), { width: 6000, height: 4000 });
same("too long", pure.shrunk(32768, 16), { width: 16384, height: 8 });
same("whole words", pure.wholeWords("the red st"), "the red");
const asked = { model: "m", max_tokens: 1, messages: [{ content: "?" }], pruning: { method: "qcpruner", certify: "true" } };
same("a word in Python", python("http://x", asked).includes('extra_body={"pruning": {"method":"qcpruner","certify":"true"}}'), true);
same("a keyword's map", pure.viewText("keyword:star"), "map of “star”");
same("a view", pure.viewText("utility"), "utility");
same("no word yet", pure.wholeWords("the"), "");

document.getElementById("result").textContent = failures.length ? failures.join("\n") : `ok ${count}`;
