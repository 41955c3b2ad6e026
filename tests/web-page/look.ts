import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Measurements of a rendered page. */
export type Look = {
  /** Every font size with the first text that has it. */
  readonly sizes: Readonly<Record<string, string>>
  readonly families: Readonly<Record<string, string>>
  /** Field borders and button icons that are too faint, with their contrast. */
  readonly faint: readonly string[]
  /** Text that is cut off without an ellipsis or fade. */
  readonly cut: readonly string[]
}

const allowed = { sizes: Object.values(textSizes()), families: ['"Inter Variable"', '"JetBrains Mono Variable"'] }

/** The named font sizes, in pixels. */
export function textSizes(): Readonly<Record<string, string>> {
  const tokens = readFileSync(join(import.meta.dirname, '../../apps/web/src/ui/theme/tokens.css'), 'utf8')
  return Object.fromEntries(
    Array.from(tokens.matchAll(/^ {2}--text-(\w+): (\d+px);$/gmu), ([, name, px]) => [name, px]),
  )
}

/** What is wrong with how a screen is drawn. */
export const lookProblems = (place: string, { sizes, families, faint, cut }: Look): readonly string[] => [
  ...Object.keys(sizes).flatMap((size) => (allowed.sizes.includes(size) ? [] : `${place}: ${sizes[size]} in ${size}`)),
  ...Object.keys(families).flatMap((family) =>
    allowed.families.includes(family) ? [] : `${place}: ${families[family]} in ${family}`,
  ),
  ...faint.map((each) => `${place}: ${each} is faint`),
  ...cut.map((each) => `${place}: ${each} is cut off`),
]

const reading = `
const ink = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
const luminance = (color) => {
  ink.clearRect(0, 0, 1, 1)
  ink.fillStyle = color
  ink.fillRect(0, 0, 1, 1)
  const [red, green, blue, alpha] = ink.getImageData(0, 0, 1, 1).data
  const linear = (value) => (value / 255 <= 0.04045 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4)
  return [0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue), alpha / 255]
}
const groundOf = (element) => {
  for (let each = element; each; each = each.parentElement) {
    const { backgroundColor } = getComputedStyle(each)
    if (luminance(backgroundColor)[1] > 0.95) return backgroundColor
  }
  return getComputedStyle(document.documentElement).backgroundColor
}
const contrast = (one, other) => {
  const [[first], [second]] = [luminance(one), luminance(other)]
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)
}
const isSeen = (element) => {
  for (let each = element; each; each = each.parentElement)
    if (Number(getComputedStyle(each).opacity) < 0.9 || each.matches(':disabled, [data-disabled]')) return false
  return element.getBoundingClientRect().width > 1
}`

const text = `
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
  const text = node.textContent.trim()
  const element = node.parentElement
  if (!text || element.matches('script, style, title') || !isSeen(element)) continue
  const style = getComputedStyle(element)
  sizes[style.fontSize] ??= text.slice(0, 30)
  families[style.fontFamily.split(',')[0]] ??= text.slice(0, 30)
  const isHidden = style.overflowX === 'hidden' && style.textOverflow !== 'ellipsis'
  if (isHidden && element.scrollWidth > element.clientWidth + 1) cut.push(text.slice(0, 40))
}`

const controls = `
for (const field of document.querySelectorAll('input:not([type=checkbox], [type=radio], [type=file]), textarea')) {
  const edge = getComputedStyle(field).borderTopWidth === '0px' ? field.closest('.border') : field
  if (!edge || !isSeen(field)) continue
  const { borderTopColor } = getComputedStyle(edge)
  const grounds = [groundOf(edge), groundOf(edge.parentElement)]
  const least = Math.min(...grounds.map((ground) => contrast(borderTopColor, ground)))
  if (least < 3) faint.push((field.getAttribute('aria-label') ?? field.id) + ': ' + least.toFixed(2))
}
for (const picture of document.querySelectorAll('button svg, a svg, svg[role=img]')) {
  if (!isSeen(picture)) continue
  const least = contrast(getComputedStyle(picture).color, groundOf(picture))
  if (least < 3) faint.push(picture.parentElement.textContent.slice(0, 30) + ': ' + least.toFixed(2))
}`

/** Runs inside the page and returns its `Look`. */
export const lookOfPage = `(() => {
const [sizes, families, faint, cut] = [{}, {}, [], []]
${reading}
${text}
${controls}
return { sizes, families, faint, cut }
})()`

/** Runs before the page: from then on `jumps` holds how far things moved without user input. */
export const countJumps = `
window.jumps = []
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries())
    if (!hadRecentInput) jumps.push({ value, what: sources[0]?.node?.textContent?.slice(0, 40) })
}).observe({ type: 'layout-shift', buffered: true })`

/** Visible jumps: less than a hundredth of the window is a word that got longer. */
export async function jumpsOf(page: Page): Promise<readonly unknown[]> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  return page.evaluate<readonly unknown[]>('jumps.filter(({ value }) => value > 0.01)')
}
