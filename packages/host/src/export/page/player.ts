/** How long the Table plays when the page opens: everybody blind, then a round at a time. */
const BLIND_MS = 2_500
const ROUND_MS = 5_500
const WHOLE_MS = 20_000

/**
 * The complete script of the page. The Table plays by itself, unless the reader wants no motion, and ends at the result.
 * The replay below it shows entries up to a moment, and plays from there. It loads and sends nothing.
 */
export const player = `
const table = document.querySelector('#table')
if (table) {
  const choices = [...table.querySelectorAll('[data-shows]')]
  const last = choices.at(-1).dataset.shows
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  let moving
  const turn = (round) => {
    table.dataset.round = round
    for (const choice of choices) choice.setAttribute('aria-pressed', String(choice.dataset.shows === round))
  }
  const run = (at) => {
    const choice = choices[at]
    if (!choice) return
    turn(choice.dataset.shows)
    moving = setTimeout(run, Math.min(${ROUND_MS}, ${WHOLE_MS - BLIND_MS} / choices.length), at + 1)
  }
  const begin = () => { clearTimeout(moving); turn('0'); moving = setTimeout(run, ${BLIND_MS}, 0) }
  for (const choice of choices) choice.addEventListener('click', () => { clearTimeout(moving); turn(choice.dataset.shows) })
  table.querySelector('#again').addEventListener('click', begin)
  table.querySelector('#rounds').hidden = false
  addEventListener('beforeprint', () => { clearTimeout(moving); turn(last) })
  if (!isStill) begin()
}
const entries = [...document.querySelectorAll('[data-at]')]
const bar = document.querySelector('#moment')
const button = document.querySelector('#play')
const speed = document.querySelector('#speed')
let timer
const show = (count) => {
  entries.forEach((entry, index) => { entry.hidden = index >= count })
  bar.value = count
  bar.setAttribute('aria-valuetext', count + ' of ' + entries.length)
}
const stop = () => { clearTimeout(timer); timer = undefined; button.textContent = 'Play' }
const step = () => {
  const count = Number(bar.value)
  if (count >= entries.length) return stop()
  show(count + 1)
  entries[count].scrollIntoView({ block: 'nearest' })
  const wait = count + 1 < entries.length ? entries[count + 1].dataset.at - entries[count].dataset.at : 0
  timer = setTimeout(step, Math.min(2000, Math.max(60, wait)) / Number(speed.value))
}
button.addEventListener('click', () => {
  if (timer !== undefined) return stop()
  if (Number(bar.value) >= entries.length) show(0)
  button.textContent = 'Pause'
  step()
})
bar.addEventListener('input', () => { stop(); show(Number(bar.value)) })
bar.max = entries.length
show(entries.length)
document.querySelector('#controls').hidden = false
`
