/** The Table's style, except where each face is in each round. On a phone, words are below their face. */
export const tableStyle = `
#table { margin: 0 0 24px } #rounds { display: flex; flex-wrap: wrap; gap: 6px; margin: 0 0 8px } #rounds[hidden] { display: none }
#rounds button { min-width: 0; border-color: var(--line); background: var(--surface); color: var(--ink); font-variant-numeric: tabular-nums }
#rounds button[aria-pressed="true"] { border-color: var(--accent); color: var(--accent-ink); background: var(--accent-soft) }
#rounds #again { margin-left: auto; border-color: transparent; background: var(--accent); color: #fff }
.board { position: relative; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); overflow: hidden; padding: 12px 0 }
.sides { display: flex } .side { flex: 1; min-width: 0; margin: 0; padding: 0 16px 8px; overflow-wrap: anywhere; font-size: 13px; line-height: 20px }
.side strong { display: block } .side span, .said, .moved { display: none } .side span { color: var(--muted); font-variant-numeric: tabular-nums }
.o0 strong { color: light-dark(oklch(.46 .19 275), oklch(.79 .11 278)) } .o1 strong { color: light-dark(oklch(.45 .1 175), oklch(.8 .1 175)) } .o2 strong { color: light-dark(oklch(.47 .11 55), oklch(.82 .1 70)) }
.side:nth-child(2):last-child { text-align: right }
.board > .sides:has(> .side:nth-child(2):last-child)::before { content: ''; position: absolute; inset: 12px auto 12px 50%; border-left: 1px dashed var(--line) }
.board ul { list-style: none; margin: 0; padding: 0 } .board li { position: relative; height: 72px }
.board .face { position: absolute; top: 20px; width: 32px; height: 32px; line-height: 32px; font-size: 13px; border-radius: 8px; transform: translateX(-50%); transition: left .8s cubic-bezier(.3,.9,.3,1) }
.said { position: absolute; top: 6px; margin: 0; font-size: 13px; line-height: 20px; max-height: 60px; overflow: hidden }
.why, .moved span { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden } .why { color: var(--muted) } .moved span { -webkit-line-clamp: 3 }
.moved { position: absolute; top: 2px; margin: 0; padding: 2px 10px; border: 1px solid var(--line); border-radius: 8px; background: var(--canvas); font-size: 13px; line-height: 20px }
.m0 { left: 12px; right: calc(50% + 12px) } .m1 { left: calc(50% + 12px); right: 12px }
.sides:has(.o2) + ul .moved { position: static; margin: 0 12px }
 .only-heard { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
@media (prefers-reduced-motion: reduce) { .board .face { transition: none } }
@media (max-width: 560px) {
  .board li { height: auto; min-height: 52px; padding: 44px 12px 8px } .board .face { top: 8px }
  .side:nth-child(2):last-child { text-align: left }
  #table .board li .said { position: static; max-height: none; text-align: left }
  .sides:not(:has(.o2)) + ul .on0 { margin-right: calc(50% + 8px) } .sides:not(:has(.o2)) + ul .on1 { margin-left: calc(50% + 16px) }
  .why, .moved span { display: block } .board li .moved { position: static; margin-top: 6px }
}
@media print { #rounds { display: none } .board .face { transition: none } }
`
