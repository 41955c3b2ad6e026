import { modes, toMermaid } from '@convene/domain'
import { code, fenced, page, paragraph, table } from './page.mjs'

/** Every mode's transition table and its diagram. */
export function stateMachines() {
  return page('State machines', '`packages/domain/src/mode` and the mode folders beside it', [
    paragraph(
      'A mode is a table and a few pure functions. The table says which trigger leads from which phase to which; a trigger that it does not have changes nothing and is recorded as a `warning`. `convene modes show <mode>` prints the same diagrams.',
    ),
    paragraph(
      'Phases that are neither `idle`, `paused` nor final are active. `completed`, `cancelled` and `failed` are final. From every active phase `userPaused` leads to `paused`, and `userResumed` back to where the run came from.',
    ),
    ...Object.values(modes).map(section),
  ])
}

const atLimit = {
  words: 'An agent that reaches a limit gets one last call, without tools, to say what it has.',
  reserve: 'At a limit agents keep what they have said so far; what is left to say is paid for from a reserve.',
  silence: 'An agent that reaches a limit keeps what it has said so far.',
}

function section({ name, summary, transitions, closing }) {
  const rows = Object.entries(transitions).flatMap(([from, row]) =>
    Object.entries(row).map(([trigger, to]) => [
      code(from),
      code(trigger),
      to.startsWith('(') ? to.slice(1, -1) : code(to),
    ]),
  )
  return [
    `## ${name}`,
    paragraph(`${summary[0].toUpperCase()}${summary.slice(1)}. ${atLimit[closing]}`),
    table(['from', 'trigger', 'to'], rows),
    fenced('mermaid', toMermaid(transitions)),
  ]
}
