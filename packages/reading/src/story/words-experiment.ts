import { durationText } from '@convene/domain'
import type { StoryWords } from './cast.ts'
import { brief, detailed, does, full } from './line.ts'

/** What a panel looks at instead of talking. What it showed is a message, which says the rest. */
export const experimentWords = {
  'experiment.proposed': ({ agent = '', data: { what, expects, refused } }) => {
    const shows = Object.entries(expects).map(([option, text]) => `${option}: ${text}`)
    return detailed(`proposes an experiment: ${what}`, {
      ...does(agent),
      tone: refused === undefined ? 'plain' : 'warning',
      body: refused === undefined ? shows.join(' · ') : `Not run: ${refused}.`,
    })
  },
  'experiment.opened': ({ data: { by } }) =>
    brief('The panel looks before it debates', {
      body: by === 'user' ? 'You allowed an experiment.' : 'Your rules allow the experiment.',
    }),
  'experiment.predicted': ({ agent = '', data: { option } }) =>
    full(option === '' ? 'sealed a prediction' : `predicted ${option}`, does(agent)),
  'experiment.finished': ({ data: { seen, option, shows, ms } }) => {
    if (!seen) return brief('The experiment showed nothing', { tone: 'warning', body: shows })
    const first = shows.split('\n')[0] ?? ''
    return option === undefined
      ? brief(`The experiment ran (${durationText(ms)})`, { body: first })
      : brief(`The experiment bears out ${option} (${durationText(ms)})`, { tone: 'good', body: first })
  },
} satisfies Partial<StoryWords>
