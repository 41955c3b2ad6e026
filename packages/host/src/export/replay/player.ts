/** The complete script of a replay: shows entries up to a moment, and plays from there. It loads and sends nothing. */
export const player = `
const entries = [...document.querySelectorAll('[data-at]')]
const bar = document.querySelector('#moment')
const button = document.querySelector('#play')
const speed = document.querySelector('#speed')
const answer = document.querySelector('#answer')
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
  if (answer) answer.open = false
  button.textContent = 'Pause'
  step()
})
bar.addEventListener('input', () => { stop(); show(Number(bar.value)) })
bar.max = entries.length
show(entries.length)
document.querySelector('#controls').hidden = false
`
