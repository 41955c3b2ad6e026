import { type SimulatedSession, transcript } from '@convene/testkit'
import { expect } from 'vitest'
import { widthOf } from '../../apps/cli/src/terminal/width.ts'
import { PROTOCOL, terminalView } from './terminal-view.ts'

/** The stories whose terminal result is a golden, by mode. */
export const resultViews: { readonly [story: string]: string } = {
  agent: 'agent',
  'broadcast-one-fails': 'broadcast',
  sequential: 'sequential',
  delegate: 'delegate',
  'orchestrate-done': 'orchestrate',
  'reflect-goal-met-2': 'reflect',
  'panel-decide-split': 'panel',
  'plan-whole': 'plan',
}

/** Compares a story with its golden transcript, after checking its terminal view. */
export async function keep(stage: SimulatedSession, name: string): Promise<void> {
  expect(stage.world.violations).toEqual([])
  for (const width of [80, 120]) {
    const { happened, result } = terminalView(stage.session, stage.events, width)
    for (const row of [...happened, ...result]) {
      expect(widthOf(row), row).toBeLessThan(width)
      expect(PROTOCOL.exec(row)?.[0], row).toBeUndefined()
    }
    const mode = resultViews[name]
    if (mode) await expect(`${result.join('\n')}\n`).toMatchFileSnapshot(`result-view/${mode}-${width}.txt`)
  }
  await expect(transcript(stage.events)).toMatchFileSnapshot(`${name}.txt`)
}
