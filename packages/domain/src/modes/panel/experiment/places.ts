import type { EffectKey } from '../../../shared/ids.ts'
import type { Run } from '../../../state/session.ts'

type Numbered = Pick<Run, 'number'>

/** The key of what an experiment runs, or asks you. */
export const effectOf = ({ number }: Numbered, id: string): EffectKey => `${number}/experiment/${id}` as EffectKey
export const isExperimentKey = (key: string): boolean => /^\d+\/experiment\/x\d+$/u.test(key)

/** The question which experiment should run. */
export const choiceId = ({ number }: Numbered, nth: number): string => `${number}/experiment/choose${nth}`
export const isChoice = (id: string): boolean => /^\d+\/experiment\/choose\d+$/u.test(id)

/** The choice that looks at nothing. */
export const SKIP = 'skip'

/** Whether an answer to this question lets a proposed command, file or page be looked at: anything but `skip`. */
export const opensExperiment = (question: string, answer: string): boolean =>
  isChoice(question) && answer.trim().toLowerCase() !== SKIP

export const proposalPlace = (slug: string): string => `experiment/propose/${slug}`
