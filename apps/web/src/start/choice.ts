import { type ApproachName, approachOf, chooseApproach } from '@convene/reading'
import type { Draft } from './draft.ts'

/** A goal to show how the page works while nothing is entered. */
export const SAMPLE = 'Should we move our session store from Redis to Postgres?'

/** How a run would work, and where that comes from. */
export type Choice = {
  readonly mode?: string
  readonly team?: string
  /** How a panel works, if the card says so. */
  readonly protocol?: string
  /** The card for it. */
  readonly approach?: ApproachName
  /** Why it was chosen automatically. */
  readonly because?: string
}

/**
 * The user's choice, else the settings', else what fits the goal. `isOwn` says whether a team is built in or the
 * user's: a repository may bring one with the same name, which the user did not ask for.
 */
export function choiceOf(draft: Draft, isOwn: (team: string) => boolean): Choice {
  const { mode, team, approach, usual } = draft
  if (mode || team) return marked({ mode, team }, String(draft.options.protocol ?? ''))
  if (approach) return byGoal(draft.goal, isOwn, approach)
  if (usual.mode || usual.team) return { ...marked(usual), because: 'your settings say so' }
  const { because, ...found } = byGoal(draft.goal || SAMPLE, isOwn)
  return draft.goal.trim() === '' ? found : { ...found, ...(because && { because }) }
}

function byGoal(goal: string, isOwn: (team: string) => boolean, wanted?: ApproachName): Choice {
  const { name, mode, team, because, settings } = chooseApproach(goal, wanted)
  return {
    approach: name,
    mode,
    ...(team !== undefined && isOwn(team) && { team }),
    ...settings,
    ...(wanted === undefined && { because }),
  }
}

function marked({ mode, team }: { readonly mode: string; readonly team: string }, protocol = ''): Choice {
  const approach = approachOf(mode, team, protocol)
  return { ...(mode && { mode }), ...(team && { team }), ...(approach && { approach }) }
}
