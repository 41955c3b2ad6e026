import type { Model } from '@convene/engine'
import { openProgram } from '@convene/host'
import { onTestFinished } from 'vitest'

type Place = { readonly home: string; readonly workspace: string }

/** A second process on the same data, with the models of an editor, which only that process can call. */
export function programBeside({ home, workspace }: Place, model: Model) {
  const provided = { models: { vscode: model } }
  const opened = openProgram({ home, workspace, environment: {}, version: '1', provided })
  onTestFinished(() => opened.close())
  return opened
}
