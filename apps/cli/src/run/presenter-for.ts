import type { Input } from '../command-line/input.ts'
import type { Program } from '../program.ts'
import type { Foreground } from './foreground.ts'
import { jsonPresenter } from './json-presenter.ts'
import type { Presenter } from './presenter.ts'

/** Live on a terminal, plain lines without one, JSON where it was asked for. */
export async function presenterFor(program: Program, input: Input, wish: Foreground): Promise<Presenter> {
  const { terminal } = program
  if (input.flag('json')) return jsonPresenter(terminal, wish.session, input.flag('deltas'))
  return jsonPresenter(terminal, wish.session, input.flag('deltas'))
}
