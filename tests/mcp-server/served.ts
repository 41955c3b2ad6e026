import { optionalPackages } from '@convene/extensions'
import { openProgram, type ProgramOptions } from '@convene/host'
import { startServer } from '@convene/server'
import { onTestFinished } from 'vitest'

/** A program that serves on a free port until the test ends. */
export async function served(options: Omit<ProgramOptions, 'version'>) {
  const environment = { ...options.environment, CONVENE_PORT: '0' }
  const { program, close } = openProgram({ optional: optionalPackages, ...options, environment, version: '1.2.3' })
  const started = await startServer({ program })
  if (!started.ok || started.value.state !== 'started') throw new Error('not started')
  const { server } = started.value
  onTestFinished(async () => {
    await server.close()
    await close()
  })
  return { program, server }
}
