import { resolve } from 'node:path'
import type { Whereabouts } from './safety.ts'
import { type Script, TooLarge, textOf } from './syntax.ts'

const maxFolders = 64

/** Every folder that the commands of a script may be in: where it starts, and where its own words may lead. */
export function foldersOf({ commands }: Script, { folders, home }: Whereabouts): Whereabouts {
  const known = new Set(folders)
  for (const { words } of commands)
    for (const target of changes(words.map(textOf))) {
      const path = target.replace(/^(~|\$HOME|\$\{HOME\})(?=\/|$)/, home)
      for (const folder of [...known]) known.add(resolve(folder, path))
      if (known.size > maxFolders) throw new TooLarge('too many changes of folder')
    }
  return { folders: [...known], home }
}

/** `cd` and its relatives wherever they stand, for they may be run by another word; and options that mean the same. */
function changes(words: readonly string[]): readonly string[] {
  return words.flatMap((word, at) => {
    const next = words.slice(at + 1).find((other) => !/^-./.test(other))
    if (/^(cd|pushd|chdir)$/.test(word)) return [next ?? '~']
    if (/^(-C|-D|--chdir|--directory|chroot)$/.test(word)) return next === undefined ? [] : [next]
    return /^--(chdir|directory)=/.test(word) ? [word.slice(word.indexOf('=') + 1)] : []
  })
}
