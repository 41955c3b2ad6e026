import { homedir, tmpdir } from 'node:os'
import type { Program } from '../program.ts'

/** Folders of this machine that nobody else needs to read about. */
export const machinePlaces = ({ home, environment }: Pick<Program, 'home' | 'environment'>): readonly string[] => [
  home,
  homedir(),
  environment.HOME ?? '',
  tmpdir(),
]
