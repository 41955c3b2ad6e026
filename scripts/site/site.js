// The page's own script: theme, menu and search. The index is loaded on the first search.
const find = (id) => document.getElementById(id)
const [search, results, theme, menu] = ['search', 'results', 'theme', 'menu'].map(find)

const stored = () => {
  try {
    return localStorage.getItem('theme')
  } catch {
    return null
  }
}
const own = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
let shown = own
const show = (name) => {
  document.documentElement.dataset.theme = name
  if (name === shown) return
  shown = name
  for (const frame of document.querySelectorAll('iframe')) frame.src = `${frame.dataset.replay}-${name}.html`
}
show(stored() ?? own)
theme.onclick = () => {
  const next = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'
  show(next)
  try {
    localStorage.setItem('theme', next)
  } catch {}
}
menu.onclick = () => menu.setAttribute('aria-expanded', String(find('pages').classList.toggle('open')))

let loading
const loadIndex = () =>
  (loading ??= new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = 'search-index.js'
    script.onload = () => resolve(window.searchIndex)
    document.head.append(script)
  }))

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}_.-]+/gu) ?? []

/** Sections with every word, those with matching titles first. */
function matches(index, words) {
  const weigh = ({ page, title, text }) => {
    const [head, body] = [`${page} ${title}`.toLowerCase(), text.toLowerCase()]
    let weight = 0
    for (const word of words) {
      if (head.includes(word)) weight += 10
      else if (body.includes(word)) weight += 1
      else return 0
    }
    return weight
  }
  return index
    .map((section) => ({ section, weight: weigh(section) }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, 12)
    .map(({ section }) => section)
}

/** The text around the first matching word. A section can also match by its heading alone. */
function excerpt(text, words) {
  const line = document.createElement('span')
  const lower = text.toLowerCase()
  const word = words.find((each) => lower.includes(each))
  if (word === undefined) line.append(text.slice(0, 120), text.length > 120 ? '…' : '')
  if (word === undefined) return line
  const at = lower.indexOf(word)
  const [start, end] = [Math.max(0, at - 60), at + 120]
  const mark = document.createElement('mark')
  mark.textContent = text.slice(at, at + word.length)
  line.append(`${start > 0 ? '…' : ''}${text.slice(start, at)}`, mark, text.slice(at + word.length, end))
  line.append(end < text.length ? '…' : '')
  return line
}

async function look() {
  const words = wordsOf(search.value)
  results.hidden = words.length === 0
  if (words.length === 0) return
  const found = matches(await loadIndex(), words)
  results.replaceChildren(
    ...found.map((section) => {
      const link = document.createElement('a')
      link.href = section.address
      const title = document.createElement('b')
      title.textContent = section.page === section.title ? section.page : `${section.page} · ${section.title}`
      link.append(title, excerpt(section.text, words))
      return link
    }),
  )
  if (found.length > 0) return
  const none = document.createElement('p')
  none.textContent = 'Nothing found.'
  results.append(none)
}

search.oninput = look
search.onfocus = () => void loadIndex()
addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement
  if (event.key === '/' && !isTyping) {
    event.preventDefault()
    search.focus()
  }
  if (event.key === 'Escape') results.hidden = true
  if (event.key === 'Enter' && event.target === search) results.querySelector('a')?.click()
})
addEventListener('click', (event) => {
  if (!results.contains(event.target) && event.target !== search) results.hidden = true
  if (results.contains(event.target)) results.hidden = true
})
