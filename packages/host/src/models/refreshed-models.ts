import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Result } from '@convene/domain'
import type { Settings } from '@convene/library'
import { Catalogue, fetchCatalogue, type ModelConfiguration, PUBLIC_CATALOGUE } from '@convene/models'
import { replaceFile } from '@convene/platform'
import type { Program } from '../program.ts'

const FILE = 'models.json'

/** Fetches the public catalogue and stores it in the data folder. Nothing else ever fetches it. */
export async function refreshModels(program: Program, address = PUBLIC_CATALOGUE): Promise<Result<Catalogue>> {
  const date = new Date(program.now()).toISOString().slice(0, 10)
  const fetched = await fetchCatalogue({ address, environment: program.environment, date })
  if (fetched.ok) replaceFile(join(program.home, FILE), `${JSON.stringify(fetched.value)}\n`)
  return fetched
}

/** How models are configured: the settings, with the catalogue that the user fetched. A damaged file is ignored. */
export function modelConfiguration({ home }: Pick<Program, 'home'>, settings: Settings): ModelConfiguration {
  const refreshed = readRefreshed(join(home, FILE))
  return refreshed ? { ...settings, refreshed } : settings
}

function readRefreshed(file: string): Catalogue | undefined {
  try {
    return Catalogue.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data
  } catch {
    return undefined
  }
}
