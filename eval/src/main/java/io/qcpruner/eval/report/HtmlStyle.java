package io.qcpruner.eval.report;

/** How report pages look, and the lines that sort a table. Nothing is loaded from elsewhere. */
final class HtmlStyle {

  static final String CSS =
      """
:root{color-scheme:light dark;--ink:#1f2328;--soft:#59636e;--line:#d8dee4;--paper:#fff;\
--ground:#f6f8fa;--band:#eaeef2;--accent:#0b57a4}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9198a1;--line:#3d444d;\
--paper:#151b23;--ground:#0d1117;--band:#212830;--accent:#79b8ff}}
*{box-sizing:border-box}
body{font:15px/1.55 system-ui,sans-serif;margin:0 auto;padding:1.5rem 1rem 4rem;\
max-width:1200px;color:var(--ink);background:var(--ground)}
h1{font-size:1.6rem;margin:0 0 .8rem}h2{font-size:1.15rem;margin:2.2rem 0 .6rem}
p{max-width:75ch}a{color:var(--accent)}.reading,section p{color:var(--soft)}
.run{background:var(--paper);border:1px solid var(--line);border-radius:8px;\
padding:.7rem 1rem;margin:.6rem 0;overflow-wrap:anywhere}.run p{margin:.2rem 0}
nav ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.3rem 1.2rem}
.figures{display:flex;flex-wrap:wrap;gap:1rem}figure{margin:0;background:#fff;\
border:1px solid var(--line);border-radius:8px;padding:.6rem;flex:1 1 340px;max-width:580px}
figure img{width:100%;height:auto;display:block}
.wide{overflow-x:auto;background:var(--paper);border:1px solid var(--line);border-radius:8px}
table{border-collapse:collapse;min-width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.35rem .7rem;text-align:right;white-space:nowrap;border-top:1px solid var(--line)}
thead th{border-top:0;vertical-align:bottom;font-weight:600;background:var(--band)}
tr>:first-child{text-align:left;position:sticky;left:0;background:var(--paper)}
tbody th[scope=row]{font-weight:400}thead tr>:first-child{background:var(--band)}
.band th{background:var(--band)!important;color:var(--soft);font-weight:600}
.band span{position:sticky;left:.7rem}
thead button{all:unset;cursor:pointer}thead button:focus-visible{outline:2px solid var(--accent)}
th[aria-sort=ascending] button::after{content:" \\2191"}
th[aria-sort=descending] button::after{content:" \\2193"}
@media print{body{background:#fff;max-width:none}nav{display:none}.wide{overflow:visible}}
""";

  /** A first click puts the largest number on top; without scripts the tables stay as they are. */
  static final String SCRIPT =
      """
<script>
document.querySelectorAll('table').forEach(table=>{
const heads=[...table.querySelectorAll('thead th')];
heads.forEach((head,column)=>{
const button=document.createElement('button');button.textContent=head.textContent;
head.replaceChildren(button);
button.addEventListener('click',()=>{
const up=column===0?head.ariaSort!=='ascending':head.ariaSort==='descending';
heads.forEach(other=>other.removeAttribute('aria-sort'));
head.ariaSort=up?'ascending':'descending';
for(const body of table.tBodies){
const rows=[...body.rows].filter(row=>!row.classList.contains('band'));
const key=row=>row.cells[column].textContent;
rows.sort((a,b)=>{const x=parseFloat(key(a)),y=parseFloat(key(b));
if(column>0&&isNaN(x)!==isNaN(y))return isNaN(x)?1:-1;
const order=isNaN(x)||isNaN(y)?key(a).localeCompare(key(b)):x-y;return up?order:-order});
body.append(...rows)}})})});
</script>
""";

  private HtmlStyle() {}
}
