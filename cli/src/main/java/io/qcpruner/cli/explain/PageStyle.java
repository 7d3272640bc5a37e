package io.qcpruner.cli.explain;

/** How pages look, and the few lines that enlarge a picture. Nothing is loaded from elsewhere. */
final class PageStyle {

  static final String CSS =
      """
:root{--ink:#1f2328;--soft:#59636e;--line:#d8dee4;--paper:#fff;--ground:#f6f8fa;--mark:#ffe08a;\
--good:#1a7f37;--bad:#cf222e;--accent:#c77700}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9198a1;--line:#3d444d;\
--paper:#151b23;--ground:#0d1117;--mark:#7a5c00;--good:#3fb950;--bad:#f85149;--accent:#ffb000}}
body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:1240px;padding:0 1rem;\
color:var(--ink);background:var(--ground)}
h1{font-size:1.6rem}h2{font-size:1.2rem;margin-top:2.4rem}p{max-width:75ch}
.row{display:flex;flex-wrap:wrap;gap:14px}.strip{display:flex;gap:8px;overflow-x:auto;\
padding-bottom:8px}.strip figure{flex:0 0 118px;padding:4px}.strip figcaption{font-size:.75rem}
figure{margin:0;background:var(--paper);border:2px solid var(--line);border-radius:8px;padding:8px;\
box-sizing:border-box;max-width:100%}
.row figure{width:290px}figure a{position:relative;display:block;cursor:zoom-in}
figure img{width:100%;display:block;border-radius:3px}
figure svg.boxes{position:absolute;inset:0;width:100%;height:100%}
svg.boxes rect{fill:transparent}svg.boxes rect:hover{stroke:#fff;stroke-width:2}
svg.boxes text{fill:#fff;stroke:#000;stroke-width:3px;paint-order:stroke;text-anchor:middle;\
font-family:system-ui,sans-serif;font-weight:600;pointer-events:none;opacity:0}
figure:hover svg.boxes text,#large svg.boxes text{opacity:1}
figcaption{font-size:.85rem;margin-top:6px}
figure.right{border-color:var(--good)}figure.right figcaption{color:var(--good)}
figure.wrong{border-color:var(--bad)}figure.wrong figcaption{color:var(--bad)}
figure.chosen{border-color:var(--accent)}figure.chosen figcaption{color:var(--accent);\
font-weight:600}
mark{background:var(--mark);color:inherit;padding:0 3px;border-radius:3px}
table{border-collapse:collapse;margin:1rem 0}td,th{padding:3px 12px 3px 0;text-align:left;\
border-bottom:1px solid var(--line);vertical-align:top}
table.grid td,table.grid th{border:0;padding:5px}table.grid figure{width:235px}
.legend{display:flex;align-items:center;gap:8px;font-size:.85rem;color:var(--soft);\
margin:.6rem 0}.legend i{display:inline-block;width:180px;height:12px;border-radius:3px}
.charts{display:flex;flex-wrap:wrap;gap:24px}.charts svg text{fill:var(--soft);font-size:11px}
#large{position:fixed;inset:0;background:#000c;display:none;align-items:center;\
justify-content:center;cursor:zoom-out;z-index:9}#large.on{display:flex}
#large a{position:relative;display:block;width:min(92vh,92vw)}#large img{width:100%}
""";

  /** Without scripts a click opens the picture's own file. */
  static final String SCRIPT =
      """
<div id="large"></div>
<script>
const large=document.getElementById('large');
document.querySelectorAll('figure a').forEach(a=>a.addEventListener('click',e=>{
e.preventDefault();large.replaceChildren(a.cloneNode(true));large.classList.add('on')}));
large.addEventListener('click',e=>{e.preventDefault();large.classList.remove('on')});
document.addEventListener('keydown',e=>{if(e.key==='Escape')large.classList.remove('on')});
</script>
""";

  private PageStyle() {}
}
