import type { AskingDialog } from '../asking/asking.ts'
import type { Input } from '../command-line/input.ts'
import type { Presenter } from '../live-view/presenter.ts'
import type { CliProgram } from '../program.ts'
import type { ForegroundRequest } from './foreground-request.ts'
import { jsonPresenter } from './json-presenter.ts'
import { progressPresenter } from './progress-presenter.ts'

/** JSON on request, otherwise text for people. */
export async function presenterFor(
  program: CliProgram,
  input: Input,
  request: ForegroundRequest,
  answer: AskingDialog['answer'],
): Promise<Presenter> {
  if (input.flag('json')) return jsonPresenter(program.terminal, request.session, input.flag('deltas'))
  return progressPresenter(program, input, request, answer)
}
