import type { Event } from '@convene/domain'
import type { Cast, StoryWords } from './cast.ts'
import type { Line } from './line.ts'
import { buildWords } from './words-build.ts'
import { candidateWords } from './words-candidates.ts'
import { experimentWords } from './words-experiment.ts'
import { opinionWords } from './words-opinions.ts'
import { runWords } from './words-run.ts'
import { talkWords } from './words-talk.ts'
import { teamWords } from './words-team.ts'
import { workWords } from './words-work.ts'

/** Every sentence people read about an event, on every surface. A new event type needs its line here. */
export const words = {
  ...runWords,
  ...talkWords,
  ...workWords,
  ...teamWords,
  ...experimentWords,
  ...opinionWords,
  ...candidateWords,
  ...buildWords,
} satisfies StoryWords

/** What people read about this event. */
export const lineOf = (event: Event, cast: Cast): Line =>
  (words[event.type] as (event: Event, cast: Cast) => Line)(event, cast)
