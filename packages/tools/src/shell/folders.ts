import { resolve } from 'node:path'
import type { Whereabouts } from './safety.ts'
import { type Script, TooLarge, wordText } from './syntax.ts'

const maxFolders = 64

/** Every folder that the commands of a script may run in: where it starts, and where it may `cd` to. */
export function foldersOf({ commands }: Script, { folders, home }: Whereabouts): Whereabouts {
  const known = new Set(folders)
  for (const { words } of commands)
    for (const target of changes(words.map(wordText))) {
      const path = target.replace(/^(~|\$HOME|\$\{HOME\})(?=\/|$)/, home)
      for (const folder of [...known]) known.add(resolve(folder, path))
      if (known.size > maxFolders) throw new TooLarge('too many changes of folder')
    }
  return { folders: [...known], home }
}

/** `cd` and similar words anywhere, since another word may run them, and options with the same effect. */
function changes(words: readonly string[]): readonly string[] {
  let next: string | undefined
  // From the end, so the next word that is not an option is already known.
  const found = words.toReversed().flatMap((word) => {
    const following = next
    if (!/^-./.test(word)) next = word
    if (/^(cd|pushd|chdir)$/.test(word)) return [following ?? '~']
    if (/^(-C|-D|--chdir|--directory|chroot)$/.test(word)) return following === undefined ? [] : [following]
    return /^--(chdir|directory)=/.test(word) ? [word.slice(word.indexOf('=') + 1)] : []
  })
  return found.toReversed()
}
