/** The colours are those of the dashboard, by the scheme of the reader. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--ink:#171b21;--soft:#5b6675;--page:#f6f7f9;--surface:#fff;--sunken:#f3f5f7;--line:#e3e7ec;--target:#0a6c5f;--target-soft:rgb(10 108 95/16%);--short:#a83803;--over:#4257c9;--usage:#5f6b7a;--usage-soft:rgb(124 135 149/28%);--danger:#c4231c;--good:#0a6c5f}
@media (prefers-color-scheme:dark){:root{--ink:#e4e9ef;--soft:#94a0af;--page:#0f1419;--surface:#151b22;--sunken:#11161c;--line:#242c36;--target:#43c4aa;--target-soft:rgb(67 196 170/20%);--short:#ff9a5c;--over:#93a4ff;--usage:#8793a2;--usage-soft:rgb(135 147 162/30%);--danger:#ff8078;--good:#43c4aa}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:14px/1.5 system-ui,sans-serif}
main{max-width:1280px;margin:0 auto;padding:24px 16px 64px}
h1{font-size:22px;margin:0 0 4px;overflow-wrap:anywhere}
h2{font-size:16px;margin:32px 0 8px}
p{margin:4px 0}
.soft{color:var(--soft)}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px;margin:16px 0;padding:0;list-style:none}
.cards li{background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:10px 12px}
.cards b{display:block;font-size:18px;font-weight:600;overflow-wrap:anywhere}
.notes{background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:8px 12px 8px 28px;overflow-wrap:anywhere}
.tools{display:flex;flex-wrap:wrap;align-items:center;gap:8px;margin:8px 0}
input,select,button{font:inherit;color:inherit}
input,select{background:var(--surface);border:1px solid var(--line);border-radius:6px;padding:6px 8px;min-width:0}
input{flex:1 1 200px}
.scroll{overflow-x:auto;background:var(--surface);border:1px solid var(--line);border-radius:8px}
table{border-collapse:collapse;width:100%}
th,td{text-align:left;padding:6px 10px;border-bottom:1px solid var(--line);vertical-align:top}
th{white-space:nowrap;font-weight:600;background:var(--sunken)}
tbody tr:last-child>td{border-bottom:0}
td.n,th.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
td.k{white-space:nowrap}
th button{background:none;border:0;padding:0;font-weight:600;cursor:pointer}
th[aria-sort=ascending] button::after{content:" ↑"}
th[aria-sort=descending] button::after{content:" ↓"}
.name{background:none;border:0;padding:0;text-align:left;cursor:pointer;color:inherit;overflow-wrap:anywhere}
.name b{color:var(--target);font-weight:600}
.name[aria-expanded=true] b::after{content:" ▾"}
.name[aria-expanded=false] b::after{content:" ▸"}
:focus-visible{outline:2px solid var(--over);outline-offset:2px}
.f{font-weight:600;white-space:nowrap}
.killed{color:var(--danger)}.short{color:var(--short)}.waste{color:var(--over)}.fine{color:var(--good)}.unknown{color:var(--soft)}
.amounts div{white-space:nowrap;font-variant-numeric:tabular-nums}
.more{background:var(--sunken)}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(420px,100%),1fr));gap:12px}
figure{margin:0;background:var(--surface);border:1px solid var(--line);border-radius:8px;padding:8px 10px;min-width:0}
figcaption{overflow-wrap:anywhere}
svg{width:100%;height:auto;display:block}
svg text{fill:var(--soft);font-size:11px}
.key{display:flex;flex-wrap:wrap;gap:4px 14px;font-size:12px;color:var(--soft)}
.key span::before{content:"";display:inline-block;width:14px;height:0;border-top:3px solid currentColor;margin-right:5px;vertical-align:middle}
.key .mean::before{color:var(--usage)}.key .max::before{color:var(--usage-soft);border-top-width:8px}.key .request::before{color:var(--ink)}.key .next::before{color:var(--target);border-top-style:dashed}.key .limit::before{color:var(--short);border-top-style:dotted}.key .limit-next::before{color:var(--target);border-top-style:dotted}
footer{margin-top:32px;color:var(--soft);overflow-wrap:anywhere}
@media (max-width:720px){
.list thead{display:none}
.list,.list tbody{display:block}
.list tr{display:grid;grid-template-columns:1fr 1fr;gap:2px 10px;padding:10px;border-bottom:1px solid var(--line)}
.list td{display:block;padding:0;border:0;text-align:left!important;min-width:0}
.list td::before{content:attr(data-of);display:block;font-size:11px;color:var(--soft)}
.list td.w,.list tr.more td{grid-column:1/-1}
.list td.w::before,.list tr.more td::before{content:none}
.amounts div,.list td.n{white-space:normal}
.list tr[hidden]{display:none}
}
@media print{.tools{display:none}}
`.trim();
