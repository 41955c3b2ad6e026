// Draws a terminal's screens as one SVG that plays them in a loop, without a script: pages that embed it as a picture
// run none.

const CELL = { width: 8.4, height: 18 }
const EDGE = 18
const BAR = 34
const COLORS = ['#6e7681', '#ff7b72', '#7ee787', '#e3b341', '#79c0ff', '#d2a8ff', '#76e3ea', '#c9d1d9']

export function drawFrames(frames, { cols, rows, frameMs, label }) {
  const kept = withoutRepeats(frames)
  const width = Math.ceil(cols * CELL.width + 2 * EDGE)
  const height = Math.ceil(rows * CELL.height + BAR + EDGE)
  // The last screen stays for a while: it is the result.
  const turns = kept.length + 8
  const whole = (turns * frameMs) / 1_000
  const share = (count) => ((count / turns) * 100).toFixed(3)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(label)}">
<style>
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #c9d1d9; white-space: pre }
.b { font-weight: 600; fill: #f0f6fc } .d { fill: #8b949e } ${COLORS.map((color, index) => `.c${index}, .c${index + 8} { fill: ${color} }`).join(' ')}
.f { visibility: hidden; animation: one ${whole}s step-end infinite } .l { animation-name: last }
@keyframes one { 0% { visibility: visible } ${share(1)}% { visibility: hidden } }
@keyframes last { 0% { visibility: visible } ${share(9)}% { visibility: hidden } }
@media (prefers-reduced-motion: reduce) { .f { animation: none } .l { visibility: visible } }
</style>
<rect width="${width}" height="${height}" rx="10" fill="#0d1117"/>
${['#ff5f57', '#febc2e', '#28c840'].map((color, index) => `<circle cx="${20 + index * 20}" cy="18" r="6" fill="${color}"/>`).join('')}
${kept.map((screen, index) => drawFrame(screen, index, index === kept.length - 1, frameMs)).join('\n')}
</svg>
`
}

function drawFrame(screen, index, isLast, frameMs) {
  const rows = screen.flatMap((pieces, row) =>
    pieces.map(
      ({ column, text, style }) =>
        `<text x="${(EDGE + column * CELL.width).toFixed(1)}" y="${BAR + (row + 1) * CELL.height}"${classOf(style)}>${escaped(text.trimEnd())}</text>`,
    ),
  )
  const delay = (index * frameMs) / 1_000
  return `<g class="f${isLast ? ' l' : ''}" style="animation-delay:${delay}s">${rows.join('')}</g>`
}

function withoutRepeats(frames) {
  const kept = []
  let before = ''
  for (const screen of frames) {
    const now = JSON.stringify(screen)
    if (now !== before && screen.some((pieces) => pieces.length > 0)) kept.push(screen)
    before = now
  }
  return kept
}

/** `b`, `d` and a colour, as classes. */
const classOf = (style) => (style === '' ? '' : ` class="${style.replace(/c\d+|[bd]/gu, ' $&').trim()}"`)

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
