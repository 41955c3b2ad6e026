import { TONES } from './entries.ts'
import { tableStyle } from './table-style.ts'

/** Hues far enough apart to distinguish, with AA contrast on their own background in both schemes. */
const tones = Array.from({ length: TONES }, (_, at) => {
  const hue = (275 + at * 137.5) % 360
  return `.t${at} { color: light-dark(oklch(.45 .13 ${hue}), oklch(.82 .1 ${hue})); background: light-dark(oklch(.95 .03 ${hue}), oklch(.3 .05 ${hue})) }`
}).join('\n')

/** The complete style of a replay, in the colours of the interface: light and dark, at any width, and for print. */
export const replayStyle = `
:root { color-scheme: light dark;
  --canvas: light-dark(oklch(.981 .003 85), oklch(.175 .006 270)); --surface: light-dark(#fff, oklch(.208 .007 270));
  --sunken: light-dark(oklch(.962 .004 85), oklch(.15 .006 270)); --line: light-dark(oklch(.916 .005 85), oklch(.285 .009 270));
  --ink: light-dark(oklch(.25 .012 270), oklch(.935 .004 270)); --muted: light-dark(oklch(.5 .012 270), oklch(.715 .01 270));
  --accent: light-dark(oklch(.5 .19 275), oklch(.57 .18 278)); --accent-ink: light-dark(oklch(.46 .19 275), oklch(.79 .11 278));
  --accent-soft: light-dark(oklch(.955 .022 275), oklch(.29 .055 278)) }
* { box-sizing: border-box }
body { font: 15px/24px Inter, system-ui, sans-serif; color: var(--ink); background: var(--canvas); margin: 0 }
main { margin: 0 auto; padding: 48px 24px; max-width: 816px }
h1 { font-size: 28px; line-height: 36px; letter-spacing: -.02em; text-wrap: balance; margin: 0 0 12px; overflow-wrap: anywhere }
.goal { color: var(--muted); margin: 0 0 8px; overflow-wrap: anywhere } p.answer { font-weight: 600 }
.strip { list-style: none; display: flex; flex-wrap: wrap; gap: 6px; padding: 0; margin: 0 0 24px; font-size: 13px; line-height: 20px }
.strip li { padding: 2px 10px; border: 1px solid var(--line); border-radius: 99px; background: var(--surface) } .strip li:first-child { border-color: transparent; background: var(--accent-soft); color: var(--accent-ink); font-weight: 600 }
.sure { color: var(--muted); font-size: 13px }
blockquote { margin: 4px 0 8px; padding-left: 12px; border-left: 2px solid var(--line); overflow-wrap: anywhere }
.card { border: 1px solid var(--line); border-radius: 12px; background: var(--surface); padding: 12px 16px; margin: 0 0 16px; overflow-wrap: anywhere } .card h2 { margin-bottom: 8px } .card ul { padding-left: 20px } .card li p { margin: 0 }
h2 { font-size: 15px; margin: 0 } h3, h4, h5, h6 { font-size: 15px; margin: 16px 0 4px } p, ul, ol { margin: 4px 0 8px } p:empty { display: none }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0 0 16px; font-size: 13px; line-height: 20px }
dd { margin: 0; overflow-wrap: anywhere } dt, .when, .what { color: var(--muted) }
#controls { position: sticky; top: 0; display: flex; gap: 12px; align-items: center; padding: 12px 0; background: var(--canvas) }
#controls[hidden] { display: none } #moment { flex: 1; accent-color: var(--accent) }
button, select { font: inherit; font-size: 13px; height: 32px; padding: 0 12px; border-radius: 8px; border: 1px solid var(--line); background: var(--surface); color: var(--ink) }
button { min-width: 72px; border-color: transparent; background: var(--accent); color: #fff; font-weight: 500 }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
article { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 12px 16px; margin: 12px 0; overflow-wrap: anywhere }
#answer, #story { border: 1px solid var(--line); border-radius: 12px; background: var(--surface); padding: 12px 16px; margin: 0 0 16px; overflow-wrap: anywhere } #story[open] { background: none; border-color: transparent; padding-inline: 0 } :is(#answer, #story) > summary h2 { display: inline; margin: 0; font: inherit; font-weight: 600 }
table { border-collapse: collapse; margin: 8px 0; font-size: 13px; line-height: 20px; display: block; overflow-x: auto } th, td { border: 1px solid var(--line); padding: 4px 8px; text-align: left } th { background: var(--sunken) }
.face { width: 24px; height: 24px; border-radius: 6px; font-size: 11px; line-height: 24px; font-weight: 600; text-align: center; text-transform: uppercase; color: var(--muted); background: var(--sunken) }
${tones}
article[hidden] { display: none }
article.note, article.work { background: none; border: 0; border-left: 2px solid var(--line); border-radius: 0; padding: 0 0 0 14px; font-size: 13px; line-height: 20px }
article.note p { margin: 0; color: var(--muted) } article.outcome { border-color: var(--accent) } article.outcome .what { color: var(--ink); font-weight: 600 }
header { display: flex; gap: 8px; align-items: center; flex-wrap: wrap } .note h2, .work h2 { font-size: 13px }
.when { margin-left: auto; font-size: 11px; font-variant-numeric: tabular-nums } .when + .when { margin-left: 0 } summary { cursor: pointer }
pre { background: var(--sunken); padding: 12px; border-radius: 8px; overflow: auto; max-height: 400px; white-space: pre-wrap }
code { font: 13px/20px "JetBrains Mono", ui-monospace, monospace }
.cite { padding: 0 4px; border-radius: 4px; background: var(--accent-soft); color: var(--accent-ink); font-size: 12px; text-decoration: none } .cite:hover { text-decoration: underline }
:target { outline: 2px solid var(--accent) }
${tableStyle}
@media (max-width: 560px) { main { padding: 24px 16px } h1 { font-size: 24px; line-height: 30px } }
@media print { #controls { display: none } article, .card, #table { break-inside: avoid } main { padding: 0; max-width: none } }
`
