// State diagrams as SVG, drawn while the site is built, from the Mermaid text that GitHub draws.
import { layout } from 'dagre-d3-es/src/dagre/index.js'
import { Graph } from 'dagre-d3-es/src/graphlib/index.js'
import { escaped } from './escaped.mjs'

/** Triggers that every active phase has. Drawn, their lines would cover all others. */
const EVERYWHERE = ['userPaused', 'userResumed', 'userCancelled', 'error', 'reset']
const code = (word) => `<code>${word}</code>`
const NOTE = `Not drawn: from every active phase, ${code('userPaused')} leads to ${code('paused')}, ${code('userCancelled')} to ${code('cancelled')} and ${code('error')} to ${code('failed')}. ${code('userResumed')} leads back, and ${code('reset')} to ${code('idle')}.`

const LETTER = 7.8
const LINE = 18
const MARGIN = 12

/** The drawing, or undefined if the text is not a state diagram. */
export function drawStates(text) {
  const arrows = arrowsOf(text)
  if (arrows === undefined) return undefined
  const graph = arrange(arrows)
  const { width, height } = graph.graph()
  const size = `width="${Math.ceil(width)}" height="${Math.ceil(height)}"`
  const parts = [
    ...graph.edges().map((edge) => (edge.v === edge.w ? loop(graph.node(edge.v)) : line(graph.edge(edge)))),
    ...graph.nodes().map((name) => box(name, graph.node(name))),
    ...graph.edges().map((edge) => label(edge.v === edge.w ? beside(graph, edge) : graph.edge(edge))),
  ]
  return `<figure class="states"><svg role="img" aria-label="${escaped(sentenceOf(arrows))}" ${size} viewBox="0 0 ${Math.ceil(width)} ${Math.ceil(height)}">${parts.join('')}</svg><figcaption>${NOTE}</figcaption></figure>\n`
}

/** The transitions between two states: a single arrow for all triggers. */
function arrowsOf(text) {
  const [kind, ...lines] = text.trim().split('\n')
  if (kind !== 'stateDiagram-v2') return undefined
  const arrows = new Map()
  for (const written of lines) {
    const [, from, to, trigger] = /^\s*(\S+) --> (\S+?)(?:: (\w+))?$/u.exec(written) ?? []
    if (from === undefined) throw new Error(`The site cannot draw this line of a diagram: ${written}`)
    if (from === '[*]' || EVERYWHERE.includes(trigger)) continue
    const key = `${from} ${to}`
    arrows.set(key, { from, to, triggers: [...(arrows.get(key)?.triggers ?? []), trigger] })
  }
  return [...arrows.values()]
}

const sentenceOf = (arrows) =>
  `State diagram. ${arrows.map(({ from, to, triggers }) => `${from} to ${to}: ${triggers.join(', ')}.`).join(' ')}`

function arrange(arrows) {
  const graph = new Graph().setGraph({ rankdir: 'TB', nodesep: 36, ranksep: 34, marginx: MARGIN, marginy: MARGIN })
  for (const name of new Set(arrows.flatMap(({ from, to }) => [from, to])))
    graph.setNode(name, { width: name.length * LETTER + 28, height: 34 })
  for (const { from, to, triggers } of arrows) {
    const width = Math.max(...triggers.map((trigger) => trigger.length)) * LETTER * 0.88 + 10
    graph.setEdge(from, to, { triggers, width, height: triggers.length * LINE, labelpos: 'c' })
  }
  layout(graph)
  return graph
}

/** Straight from point to point, so it passes below its label, with rounded corners. */
function line({ points }) {
  const [first, ...rest] = points
  const corners = rest.slice(0, -1).map((corner, index) => {
    const [into, out] = [towards(corner, points[index]), towards(corner, rest[index + 1])]
    return `L${at(into)}Q${at(corner)} ${at(out)}`
  })
  const last = rest.at(-1)
  return `<path d="M${at(first)}${corners.join('')}L${at(last)}"/>${head(last, rest.at(-2) ?? first)}`
}

const at = ({ x, y }) => `${round(x)} ${round(y)}`

function towards(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const part = length === 0 ? 0 : Math.min(14, length / 2) / length
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
}

/** From a state to itself: next to the state, with its label next to that. */
function loop({ x, y, width }) {
  const side = x + width / 2
  const tip = { x: side, y: y + 8 }
  return `<path d="M${at({ x: side, y: y - 8 })}C${at({ x: side + 34, y: y - 22 })} ${at({ x: side + 34, y: y + 22 })} ${at(tip)}"/>${head(tip, { x: side + 10, y: y + 14 })}`
}

function head(tip, before) {
  const turn = round((Math.atan2(tip.y - before.y, tip.x - before.x) * 180) / Math.PI)
  return `<polygon points="0,0 -9,-4 -9,4" transform="translate(${at(tip)}) rotate(${turn})"/>`
}

const box = (name, { x, y, width, height }) =>
  `<rect x="${round(x - width / 2)}" y="${round(y - height / 2)}" width="${round(width)}" height="${height}" rx="8"/><text class="state" x="${round(x)}" y="${round(y + 5)}">${escaped(name)}</text>`

function label({ triggers, x, y }) {
  const top = y - ((triggers.length - 1) * LINE) / 2 + 4
  return triggers
    .map((trigger, index) => `<text x="${round(x)}" y="${round(top + index * LINE)}">${escaped(trigger)}</text>`)
    .join('')
}

/** A loop's label starts where the loop ends. */
function beside(graph, edge) {
  const { x, y, width } = graph.node(edge.v)
  const { triggers, width: length } = graph.edge(edge)
  return { triggers, x: x + width / 2 + 30 + length / 2, y }
}

const round = (value) => Math.round(value * 10) / 10
