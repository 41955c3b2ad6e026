import type { Dialog } from '../approvals/asking.ts'
import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import type { Presenter } from './presenter.ts'
import type { Wish } from './wish.ts'

/** JSON where it was asked for, and else what a person reads. Only the one that is used is loaded. */
export async function presenterFor(
  program: Program,
  input: Input,
  wish: Wish,
  answer: Dialog['answer'],
): Promise<Presenter> {
  if (!input.flag('json'))
    return (await import('./progress-presenter.ts')).progressPresenter(program, input, wish, answer)
  const { jsonPresenter } = await import('./json-presenter.ts')
  return jsonPresenter(program.terminal, wish.session, input.flag('deltas'))
}
