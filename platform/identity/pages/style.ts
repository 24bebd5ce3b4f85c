/** Of all pages. `look.ts` adds the colours of an event. */
export const style = `
:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif;--accent:light-dark(#ffd000,#ffd21f);--on-accent:#1d1800;--focus:light-dark(#8a6100,#ffd21f)}
:root[data-scheme=light]{color-scheme:light}
:root[data-scheme=dark]{color-scheme:dark}
body{margin:0;min-height:100vh;display:grid;grid-template-columns:minmax(0,1fr);place-items:start center;background:light-dark(#faf8f4,#141310);color:light-dark(#1d1b17,#ece8df)}
main{overflow-wrap:anywhere;box-sizing:border-box;width:min(24rem,100% - 2rem);padding:clamp(1.25rem,6vw,2rem);margin:clamp(1rem,12vh,8rem) 1rem 1rem;border-radius:.75rem;background:light-dark(#fff,#1c1a17);box-shadow:0 1px 3px #0004}
h1{display:flex;gap:.6rem;align-items:center;font-size:1.35rem;margin:0 0 .75rem}
h1 svg{flex:none;width:1.6rem;height:1.6rem}
.event{display:flex;gap:.6rem;align-items:center;margin:0 0 1rem;font-weight:650}
.event :is(img,svg){flex:none;height:2.25rem;max-width:6rem;object-fit:contain}
p{margin:0 0 1rem}
label{display:block;font-weight:600;margin-bottom:.25rem}
input{box-sizing:border-box;width:100%;font:inherit;padding:.55rem .7rem;margin-bottom:1rem;border:1px solid light-dark(#8d8678,#7f7768);border-radius:.4rem;background:light-dark(#fff,#141310);color:inherit}
button{font:inherit;font-weight:600;width:100%;padding:.6rem;margin-top:.5rem;border-radius:.4rem;border:1px solid transparent;cursor:pointer;background:var(--accent);color:var(--on-accent)}
.password{position:relative;margin-bottom:1rem}
.password input{margin:0;padding-right:3rem}
.reveal:not([hidden]){display:grid;place-items:center;position:absolute;inset:.2rem .2rem .2rem auto;width:2.4rem;margin:0;padding:0;background:none;color:light-dark(#5f5a4f,#aaa394)}
.reveal svg{width:1.25rem;height:1.25rem}
.reveal:not([aria-pressed=true]) .stroke{display:none}
button.second{background:transparent;color:inherit;border-color:light-dark(#8d8678,#7f7768)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
input:focus-visible{outline-offset:-1px}
[aria-invalid]{border-color:light-dark(#b8261d,#ff7d70)}
[role=alert]{padding:.6rem .8rem;border-left:.3rem solid light-dark(#b8261d,#ff7d70);background:light-dark(#fdebe9,#361815)}
[role=status]{padding:.6rem .8rem;border-left:.3rem solid light-dark(#1f7a3d,#5fce85);background:light-dark(#e8f5ec,#12281a)}
h2{font-size:1.05rem;margin:1.5rem 0 .5rem}
ul{list-style:none;margin:0;padding:0}
li div{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:center;justify-content:space-between;margin-bottom:.25rem}
li{padding:.6rem 0;border-top:1px solid light-dark(#ddd8cd,#3a362f)}
li button{width:auto;white-space:nowrap;margin:0;padding:.35rem .8rem}
small,.hint{font-size:.875rem;color:light-dark(#5f5a4f,#aaa394)}
time{white-space:nowrap}
@media (width<20rem){main{hyphens:auto}time{white-space:normal}}
.password+.hint{margin-top:-.6rem}
.new{margin-top:1.75rem;padding-top:1.25rem;border-top:1px solid light-dark(#ddd8cd,#3a362f)}
.new h2{margin-top:0}
.new .hint{margin:0 0 .5rem}
summary{cursor:pointer;padding:.5rem 0}
summary h2{display:inline;font-size:1rem;font-weight:600}
.terms{max-height:min(20rem,60vh);overflow:auto;padding:.6rem .8rem;border:1px solid light-dark(#ddd8cd,#3a362f);border-radius:.4rem;font-size:.9375rem}
.terms :first-child{margin-top:0}
.terms :last-child{margin-bottom:0}
.terms h3{font-size:1rem;margin:1rem 0 .4rem}
.terms :is(ul,ol){margin:0 0 1rem;padding-left:1.25rem;list-style:revert}
.terms li{padding:0;border:0}
.terms :is(pre,table){display:block;overflow:auto}
.check{display:flex;gap:.6rem;align-items:center;margin:0;padding:.6rem 0;font-weight:400}
.check input{flex:none;width:1.25rem;height:1.25rem;margin:0;accent-color:var(--focus)}
.waiting p{margin:0}
.waiting:not(:last-child),.waiting p:not(:last-child){display:none}
.last{margin:1.25rem 0 0}
.last a{display:inline-block;padding:.25rem 0}
a{color:inherit}
@media (pointer:coarse){input:not([type=checkbox]),li button,.check{min-height:2.75rem}
.password input{padding-right:3.25rem}
.reveal:not([hidden]){inset:0 0 0 auto;width:2.75rem}
summary,.last a{padding:.65rem 0}
.last{margin-top:.75rem}}`
