import type { Dialog } from '../asking/asking.ts'
import type { Input } from '../command-line/input.ts'
import type { Presenter } from '../live-view/presenter.ts'
import type { Program } from '../program.ts'
import type { ForegroundRequest } from './foreground-request.ts'
import { jsonPresenter } from './json-presenter.ts'
import { progressPresenter } from './progress-presenter.ts'

/** JSON on request, otherwise text for people. */
export async function presenterFor(
  program: Program,
  input: Input,
  request: ForegroundRequest,
  answer: Dialog['answer'],
): Promise<Presenter> {
  if (input.flag('json')) return jsonPresenter(program.terminal, request.session, input.flag('deltas'))
  return progressPresenter(program, input, request, answer)
}
