import type { DeclaredAnswer } from '@convene/domain'
import { expect } from 'vitest'
import type { Case } from './corpus.ts'

type Read = (text: string, about: unknown) => unknown

/** Long readings, reduced to the part that a case checks. */
const shown: { readonly [answer: string]: (value: never) => unknown } = {
  assignments: ({ assignments }: { assignments: { member: string; task: string }[] }) =>
    assignments.map(({ member, task }) => [member, task]),
  steps: ({ steps }: { steps: { id: string; owner: string; dependsOn: string[] }[] }) =>
    steps.map(({ id, owner, dependsOn }) => [id, owner, dependsOn]),
}

/** What a reader sees in a case of the corpus. Undefined if it refuses it. */
export function seenIn(answer: Pick<DeclaredAnswer, 'name' | 'read'>, { text, about }: Case): unknown {
  const value = (answer.read as Read)(text, about)
  return value === undefined ? undefined : (shown[answer.name]?.(value as never) ?? value)
}

/** Checks that an answer is read as the case says, or refused. */
export function expectRead(
  answer: Pick<DeclaredAnswer, 'name' | 'read'>,
  one: Case & { readonly says?: unknown },
): void {
  const { says } = one
  const seen = seenIn(answer, one)
  if (says === undefined) expect(seen).toBeUndefined()
  else if (says !== null && typeof says === 'object' && !Array.isArray(says)) expect(seen).toMatchObject(says)
  else expect(seen).toEqual(says)
}
