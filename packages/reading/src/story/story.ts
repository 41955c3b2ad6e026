import { type Facts, modeViewOf, openTasks, type SeatedTeam, type Session, seatsOf } from '@convene/domain'
import type { Cast } from './cast.ts'
import type { Entry, Used } from './entry.ts'

type Named = { readonly name: string; readonly model: string }
type Seated = Named & { readonly slug: string }

/** The state needed to tell the next events: who is who, and the open entries. It grows only with what is open. */
export type Story = {
  readonly workspace: string
  readonly mode: string
  readonly seats: ReadonlyMap<string, Named>
  readonly members: number
  /** The newest error. The end does not repeat it. */
  readonly error: string | null
  /** The newest debate round. */
  readonly round: number
  readonly steps: ReadonlyMap<string, string>
  /** The depth of each open task. */
  readonly depths: ReadonlyMap<string, number>
  /** What each open task has used since its last message. */
  readonly used: ReadonlyMap<string, Used>
  /** What each pending ask would grant. */
  readonly asks: ReadonlyMap<string, Pick<Facts['permission.asked'], 'proposed' | 'also'>>
  /** Entries that later events will change, by key. */
  readonly open: ReadonlyMap<string, Entry>
}

export const emptyStory: Story = {
  workspace: '',
  mode: '',
  seats: new Map(),
  members: 0,
  error: null,
  round: 0,
  steps: new Map(),
  depths: new Map(),
  used: new Map(),
  asks: new Map(),
  open: new Map(),
}

/** Adds a team's seats to the story. */
export const withTeam = (story: Story, mode: string, team: SeatedTeam): Story => ({
  ...withSeats(story, mode, [...seatsOf(team), ...(team.subagents ?? [])]),
  members: team.members.length,
})

/** The story of a run about which only this is known. */
export const withSeats = (story: Story, mode: string, seats: readonly Seated[]): Story => ({
  ...story,
  mode,
  members: seats.length,
  seats: new Map(seats.map(({ slug, name, model }) => [slug, { name, model }])),
})

/** The story of a session that has already begun, to continue from here. */
export function storyOf(session: Session): Story {
  const { run, workspace } = session
  const begun = { ...emptyStory, workspace, asks: new Map(Object.entries(session.asks)) }
  if (!run) return begun
  const { plan, debate } = modeViewOf(run)
  return {
    ...withTeam(begun, run.mode, run.team),
    steps: new Map(plan?.committed ? plan.steps.map(({ id, description }) => [id, description]) : []),
    round: debate?.round ?? 0,
    depths: new Map(openTasks(session).map(({ id, chain }) => [id, chain.length - 1])),
  }
}

/** Who is who, for the words. */
export const castOf = ({ mode, workspace, seats, steps }: Story): Cast => ({
  mode,
  workspace,
  name: (slug) => nameIn(seats, slug),
  step: (id) => steps.get(id) ?? '',
})

const nameIn = (seats: Story['seats'], slug: string): string =>
  slug === 'user' ? 'You' : (seats.get(slug)?.name ?? slug)
