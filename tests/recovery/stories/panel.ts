import type { Event } from '@convene/domain'
import { answerParts, callParts, type Play, panelOf } from '@convene/testkit'
import { expect } from 'vitest'
import { mostlyOneKill, type Script } from '../crash-story.ts'

const run = panelOf({
  settings: { yes: false },
  limits: { prohibitedPatterns: ['swordfish'], maxTokensPerTurn: 40, maxTurns: 6 },
})

const stated = (text: string, position: string, changed = '') =>
  `${text}\nPOSITION: ${position}\nCONFIDENCE: 70${changed}`

/**
 * The Head asks first. Ada wants to write and asks. Bert's text is too long and requested again. Cleo is blocked once.
 * The ballots are tied and the Head decides. Its report cites something that does not exist. The text depends only on
 * the place.
 */
const lines: readonly (readonly [place: string, text: string])[] = [
  ['clarify1', '1. Which Friday?'],
  ['clarify2', 'CLEAR: thank you.'],
  ['topic1', 'Whether to ship.'],
  ['round1/bert/redirect', stated('Short.', 'Ship')],
  ['round1/bert', stated('Very long indeed. '.repeat(30), 'Ship')],
  ['round1/cleo', stated('The word is swordfish.', 'Ship')],
  ['/ada', stated('Written.', 'Wait', '\nCHANGED: no')],
  ['panel1/ballot:bert', 'POSITION: Ship\nCONFIDENCE: 70\nVOTE: Ship\nREASON: now'],
  ['panel1/ballot:cleo', 'POSITION: Neither\nCONFIDENCE: 10'],
  ['round2/bert', stated('Again.', 'Ship', '\nCHANGED: no')],
  ['round2/cleo', stated('I see.', 'Neither')],
  ['options1', '- Wait\n- Ship'],
  ['decide1', 'DECISION: Wait\nREASON: safe'],
  ['synthesis1', '## Executive Summary\n\n- Wait [m99]'],
  ['repair1', '## Executive Summary\n\n- Wait [m3]'],
]

const model: Play = ({ effect }) => {
  if (effect.includes('round1/ada/say1.')) return [100, ...callParts(['write', 'a.txt'], ['read', 'b.txt'])]
  if (effect.includes('panel1/ballot:ada'))
    return [50, ...answerParts('POSITION: Wait\nCONFIDENCE: 70\nVOTE: Wait\nREASON: later')]
  const said = lines.find(([place]) => effect.includes(place))?.[1] ?? 'NOT_CONVERGED: no.'
  const parts = answerParts(said).map((part) => (part.type === 'finish' ? { ...part, usage: null } : part))
  return [effect.includes('bert') ? 300 : 100, ...parts]
}

export const panel: Script = {
  name: 'a panel',
  run,
  model,
  tell,
  answer: 'The 13th.',
  ways: mostlyOneKill,
  passes: [
    'question.asked',
    'permission.asked',
    'moderation',
    'position',
    'limit.reached',
    'decision.proposed',
    'decision.voted',
    'decision.committed',
    'compaction',
    'artifact',
    'run.finished',
  ],
  check: ({ events }) => {
    expect(events.at(-1)?.data).toMatchObject({ state: 'cancelled', reason: 'limit:turns' })
    const rules = events.flatMap((event) => (event.type === 'moderation' ? [event.data.rule] : []))
    expect(rules).toEqual(expect.arrayContaining(['prohibited_pattern', 'tokens_per_turn', 'max_turns']))
  },
}

function tell({ type, task, agent, data }: Event): readonly string[] {
  switch (type) {
    case 'message':
      return [`${task} ${data.author}: ${data.kind}: ${data.text.replaceAll(/\[m\d+\]/g, '[m]')}`]
    case 'task.assigned':
      return [`${task} ${data.to}: ${data.kind}`]
    case 'moderation':
      return [`${agent}: ${data.action}, ${data.rule}`]
    case 'position':
      return [`${agent}: ${data.round} ${data.position} ${data.changed}`]
    case 'decision.voted':
      return [`${data.voter}: ${data.option} ${data.casting ?? false}`]
    case 'decision.committed':
      return [`${data.option} (${data.how})`]
    case 'run.finished':
      return [`${data.state}: ${data.reason}`]
    default:
      return []
  }
}
