/** In the drawing itself, since a file has no other style sheet. It follows the scheme that the reader prefers. */
export const style = `
.statechart { color-scheme: light dark; background: light-dark(#faf8f4, #141310);
  font: 11px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
.statechart text { fill: light-dark(#1d1b17, #ece8df); }
.statechart .title { font-size: 13px; font-weight: 700; }
.statechart [role="button"] { cursor: pointer; text-decoration: underline dotted; }
.statechart [role="button"]:focus-visible { outline: 2px solid light-dark(#8a6100, #ffd21f); }
.statechart .state > rect { fill: light-dark(#ffffff, #1c1a17); stroke: light-dark(#8d8678, #7f7768); }
.statechart .state[data-odd] > rect { fill: light-dark(#f3f0e9, #26231e); }
.statechart .state[data-kind="parallel"] > rect { stroke-dasharray: 5 3; }
.statechart .state[data-kind="final"] > rect { stroke-width: 3; }
.statechart .state[data-active] > rect { stroke: light-dark(#a87f00, #ffd21f); stroke-width: 2; }
.statechart .state[aria-current] > rect { fill: light-dark(#fff3bf, #3d3310); stroke-width: 3; }
.statechart polyline { fill: none; stroke: light-dark(#8d8678, #7f7768); }
.statechart polyline[data-taken] { stroke: light-dark(#0b8a41, #2fd978); stroke-width: 2.5; }
.statechart .head, .statechart .first { fill: light-dark(#8d8678, #7f7768); }
.statechart .taken { fill: light-dark(#0b8a41, #2fd978); }
.statechart .any { fill: none; stroke: light-dark(#8d8678, #7f7768); stroke-width: 2; }
.statechart .label > rect { fill: light-dark(#faf8f4, #141310); opacity: 0.9; }
.statechart .row text { fill: light-dark(#625c50, #aaa294); }
.statechart .transition text { fill: light-dark(#1d1b17, #ece8df); }
.statechart .row[data-taken] text { fill: light-dark(#166b3a, #63d093); font-weight: 700; }
.statechart .heat { fill: light-dark(#dcd6c9, #3a362e); }
.statechart .heat[data-heat="1"] { fill: light-dark(#9fd0b1, #2b6b43); }
.statechart .heat[data-heat="2"] { fill: light-dark(#4dab75, #2ca75f); }
.statechart .heat[data-heat="3"] { fill: light-dark(#0b8a41, #2fd978); }
`
