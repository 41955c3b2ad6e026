// Prints how easy the code is to change, in numbers, now and as it was once: `npm run house`. `-- --list` adds the
// places behind each number, `-- --json` prints only data. It finds declarations by name, so it keeps working after files move.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { folderKnots } from './house/folder-knots.mjs'
import { exportedNames, exportedTwice, membersOf } from './house/names.mjs'
import { comparedModes, dataUses, doubleCasts, spelledShapes } from './house/places.mjs'
import { sourceFiles } from './house/sources.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = sourceFiles(root)
const outsideModes = files.filter(({ path }) => !path.startsWith('packages/domain/src/modes/'))
const inPanel = files.filter(({ path }) => path.startsWith('packages/domain/src/modes/panel/'))
const inDomain = files.filter(({ path }) => path.startsWith('packages/domain/src/'))
const entry = files.filter(({ path }) => path === 'packages/domain/src/index.ts')

/** `was`: at commit 9700aaa4, before options were declared once, modes had a face and optional packages left the core. */
const numbers = [
  { name: 'files that name the option "constraints"', was: 25, places: naming('constraints') },
  { name: 'files that name the option "reasoning"', was: 132, places: naming('reasoning') },
  {
    name: 'types that spell out the options of a run',
    was: 10,
    places: files.flatMap((file) => spelledShapes(file, 'types')),
  },
  { name: 'places that copy them one by one', was: 22, places: files.flatMap((file) => spelledShapes(file, 'copies')) },
  { name: 'comparisons with a mode name outside modes/', was: 67, places: outsideModes.flatMap(comparedModes) },
  { name: 'uses of run.data outside modes/', was: 19, places: outsideModes.flatMap(dataUses) },
  { name: 'double casts', was: 72, places: files.flatMap(doubleCasts) },
  { name: 'folders in knots', was: 69, places: folderKnots(root, files), by: unitOf },
  { name: "names exported by the domain's entry point", was: 522, places: entry.flatMap(exportedNames), quiet: true },
  { name: 'members of Mode, other than those of its face', was: 30, places: membersOf(inDomain, 'Mode'), quiet: true },
  { name: "members of a mode's face", was: 0, places: membersOf(inDomain, 'Face'), quiet: true },
  { name: "fields of the panel's state", was: 51, places: membersOf(inPanel, 'Panel'), quiet: true },
  { name: 'exported names defined twice', was: 392, places: exportedTwice(files) },
]

if (process.argv.includes('--json'))
  console.log(JSON.stringify(Object.fromEntries(numbers.map(({ name, places }) => [name, places.length])), null, 2))
else {
  console.log('  now   was')
  for (const number of numbers) print(number)
}

function print({ name, was, places, quiet, by }) {
  const parts = by ? Object.entries(Object.groupBy(places, by)).map(([unit, all]) => `${unit} ${all.length}`) : []
  const counts = [places.length, was].map((count) => String(count).padStart(5)).join(' ')
  console.log(`${counts}  ${name}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`)
  if (process.argv.includes('--list') && !quiet) for (const place of places) console.log(`         ${place}`)
}

/** The package or app of a place. */
function unitOf(place) {
  return place.split('/')[1]
}

/** Product files in which the word occurs, in code or as text for people. */
function naming(word) {
  const named = new RegExp(`\\b${word}\\b`, 'u')
  return files.filter(({ path }) => named.test(readFileSync(`${root}/${path}`, 'utf8'))).map(({ path }) => path)
}
