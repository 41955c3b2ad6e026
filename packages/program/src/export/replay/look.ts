/** The whole style of a replay: light and dark, at any width, on paper. */
export const look = `
:root { color-scheme: light dark; --line: #8884; --soft: #8882; --accent: #3b5bdb }
* { box-sizing: border-box }
body { font: 16px/1.6 system-ui, sans-serif; margin: 0 auto; padding: 24px; max-width: 860px }
h1 { font-size: 24px; line-height: 1.3; margin: 0 0 8px } h2 { font-size: 15px; margin: 0 }
h3, h4, h5, h6 { font-size: 16px; margin: 16px 0 4px } p, ul { margin: 4px 0 8px }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 16px; margin: 0 0 16px } dd { margin: 0 }
dt, .when { opacity: .7 }
#controls { position: sticky; top: 0; display: flex; gap: 12px; align-items: center; padding: 8px 0; background: Canvas }
#controls[hidden] { display: none } #moment { flex: 1 }
button, select { font: inherit; padding: 4px 12px }
article { border: 1px solid var(--line); border-radius: 8px; padding: 12px 16px; margin: 12px 0; overflow-wrap: anywhere }
article[hidden] { display: none }
article.note, article.work { border: 0; border-left: 3px solid var(--line); border-radius: 0; padding: 0 12px; font-size: 14px }
article.outcome { border-color: var(--accent) }
header { display: flex; gap: 8px; align-items: baseline; flex-wrap: wrap } .when { margin-left: auto; font-size: 13px } .when + .when { margin-left: 0 }
pre { background: var(--soft); padding: 12px; border-radius: 8px; overflow: auto; max-height: 400px; white-space: pre-wrap }
code { font: 14px ui-monospace, monospace } .cite { color: inherit } :target { outline: 2px solid var(--accent) }
@media print { #controls { display: none } article { break-inside: avoid } }
`
