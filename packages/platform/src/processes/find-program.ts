import { accessSync, constants, statSync } from 'node:fs'
import { ownSystem, type System } from '../system/system.ts'
import type { Environment } from './environment.ts'

/** An installed program, unless its location is excluded. */
export const findProgram = (
  command: string,
  environment: Environment,
  isLeftOut: (place: string) => boolean = () => false,
): string | undefined => programPlaces(command, environment).find((place) => !isLeftOut(place) && isProgram(place))

/**
 * Where a program may be installed: at its absolute path, or in a folder of the PATH. Absolute folders only: a
 * workspace must not decide what runs.
 */
export function programPlaces(
  command: string,
  { PATH, Path }: Environment,
  { path, programEnds }: System = ownSystem,
): readonly string[] {
  if (path.isAbsolute(command)) return [command]
  if (/[\\/]/u.test(command)) return []
  const folders = (PATH ?? Path ?? '').split(path.delimiter).filter(path.isAbsolute)
  return folders.flatMap((folder) => programEnds.map((end) => path.join(folder, `${command}${end}`)))
}

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
