import { type ModeView, plainView } from '../mode/view.ts'
import type { Run } from '../state/session.ts'
import { modes } from './modes.ts'

const views = new WeakMap<Run, ModeView>()

/** What a run shows, as its mode sees it. Computed once per state, so that a screen may ask again with every frame. */
export function modeViewOf(run: Run): ModeView {
  const known = views.get(run)
  if (known) return known
  const view = modes[run.mode]?.view?.(run, run.data) ?? plainView(run)
  views.set(run, view)
  return view
}
