import { modes, toMermaid } from '@convene/domain'
import { code, fenced, page, paragraph, table } from './page.mjs'

/** Every mode's transition table and diagram. */
export function stateMachines() {
  return page('State machines', '`packages/domain/src/modes`', [
    paragraph(
      'A mode is a transition table and a few pure functions. Each row says which phase a trigger leads to. A trigger that is not in the table changes nothing and is recorded as a `warning`. `convene modes show <mode>` prints the same diagrams.',
    ),
    paragraph(
      '`completed`, `cancelled` and `failed` are final. All other phases except `idle` and `paused` are active. From any active phase, `userPaused` leads to `paused`, and `userResumed` leads back to that phase.',
    ),
    ...Object.values(modes).map(section),
  ])
}

const atLimit = {
  words: 'An agent that reaches a limit gets one last call, without tools, to report what it has.',
  reserve: 'At a limit, agents keep what they have written so far. The closing calls are paid from a reserve.',
  silence: 'An agent that reaches a limit keeps what it has written so far.',
}

function section({ name, summary, transitions, traits }) {
  const rows = Object.entries(transitions).flatMap(([from, row]) =>
    Object.entries(row).map(([trigger, to]) => [
      code(from),
      code(trigger),
      to.startsWith('(') ? to.slice(1, -1) : code(to),
    ]),
  )
  return [
    `## ${name}`,
    paragraph(`${summary[0].toUpperCase()}${summary.slice(1)}. ${atLimit[traits.closing]}`),
    table(['from', 'trigger', 'to'], rows),
    fenced('mermaid', toMermaid(transitions)),
  ]
}
