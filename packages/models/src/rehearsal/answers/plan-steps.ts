import type { Study } from '../study.ts'
import { type Answer, says } from './answer.ts'

type Member = { readonly slug: string; readonly capabilities: readonly string[] }

const MAX_WORDS = 4

/** A plan as JSON: read, change, check and review, each by the member with that skill. The words are the goal's own. */
export const planSteps: Answer = (study) => {
  const team = membersIn(study.ask.sections.Team ?? '')
  const owner = (...trades: readonly string[]): string => whoCan(team, trades)
  const words = study.terms.slice(0, MAX_WORDS).map(({ shown }) => shown)
  const about = words.length > 0 ? words.join(', ') : 'the goal'
  const steps = [
    {
      id: 's1',
      owner: owner('research', 'code', 'write'),
      description: `Find out what the workspace says about ${about}.`,
      acceptance: 'The report quotes the lines it rests on, each with its file and number.',
      dependsOn: [],
    },
    {
      id: 's2',
      owner: owner('code', 'write'),
      description: `Work on it${placeIn(study)}: ${firstLine(study.ask.text)}`,
      acceptance: 'What is different is named by file, and nothing else is changed.',
      dependsOn: ['s1'],
    },
    {
      id: 's3',
      owner: owner('test', 'review', 'code'),
      description: `Check what was done for ${about}.`,
      acceptance: 'The report says what was checked, how, and what was not.',
      dependsOn: ['s2'],
    },
  ]
  return says(JSON.stringify({ steps }, null, 2))
}

const placeIn = ({ begin }: Study): string => (begin ? `, beginning in ${begin.path}` : '')

const firstLine = (text: string): string => (text.split('\n').find((line) => line.trim() !== '') ?? text).slice(0, 200)

/** `- Name (`slug`) [trade, trade]: what for`, one per line. */
function membersIn(text: string): readonly Member[] {
  return [...text.matchAll(/^- .{1,80}? \(`([a-z0-9-]{1,50})`\)(?: \[([^\]\n]{0,200})\])?/gm)].map((match) => ({
    slug: match[1] as string,
    capabilities: (match[2] ?? '').split(',').map((one) => one.trim()),
  }))
}

/**
 * The member who has the first available of these skills, preferably as their main one. A planner plans and does not
 * work.
 */
function whoCan(team: readonly Member[], trades: readonly string[]): string {
  const workers = team.filter(({ capabilities }) => !capabilities.includes('plan'))
  const found = trades.flatMap((trade) =>
    workers
      .filter(({ capabilities }) => capabilities.includes(trade))
      .toSorted((one, other) => one.capabilities.indexOf(trade) - other.capabilities.indexOf(trade)),
  )
  return (found[0] ?? workers[0] ?? team[0])?.slug ?? ''
}
