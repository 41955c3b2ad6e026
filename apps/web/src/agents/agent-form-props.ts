import type { Problem } from '@convene/protocol'
import { problemOf } from '../library/problem-of.ts'
import type { AgentDraft } from './agent-draft.ts'

/** What every part of the form of an agent is given. */
export type AgentFormProps = {
  readonly draft: AgentDraft
  readonly problems: readonly Problem[]
  readonly isNew: boolean
  readonly onChange: (change: Partial<AgentDraft>) => void
}

/** What is wrong with a field; nothing, as long as a new agent has not even a name. */
export function wrong({ draft, isNew, problems }: AgentFormProps, key: string): { readonly error?: string } {
  const error = isNew && (draft.name === '' || draft.prompt === '') ? undefined : problemOf(problems, key)
  return error ? { error } : {}
}
