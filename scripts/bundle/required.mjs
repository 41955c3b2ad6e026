// Turns a bundle's entry into files that are loaded with `require`. V8 can store the compiled code of such a file after
// it has run, with every function that was used. For an ES module it stores only what was compiled on load.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** Writes `<entry>.cjs` and its chunks next to the bundle's other files, and removes the files that only it used. */
export async function bundleRequired(entry, { out, chunks, external }) {
  const build = await rolldown({
    input: { [entry]: join(out, `${entry}.mjs`) },
    platform: 'node',
    external,
    plugins: [outsideImports, insideImports],
    onLog: () => undefined, // the first build has already logged it
  })
  await build.write({
    dir: out,
    format: 'cjs',
    minify: true,
    comments: { legal: true, annotation: false, jsdoc: false },
    entryFileNames: '[name].cjs',
    chunkFileNames: ({ name }) => `${name.replace(/-[\w-]{8}$/u, '')}-[hash].cjs`,
  })
  await build.close()
  const stay = usedBy(
    chunks.filter(({ isEntry, name }) => isEntry && name !== entry),
    chunks,
  )
  for (const { fileName } of chunks) if (!stay.has(fileName)) rmSync(join(out, fileName))
}

/**
 * Imports of packages and of the user's own files at run time call the loader's `__import`: Node prints an experimental
 * warning if code compiled with `vm` imports by itself.
 */
const outsideImports = {
  name: 'outside-imports',
  transform(code) {
    if (!code.includes('import(')) return null
    const places = importsIn(this.parse(code, { lang: 'js' })).filter(
      (at) => !/^import\([`'"]\.\//u.test(code.slice(at)),
    )
    if (places.length === 0) return null
    const pieces = [0, ...places].map((from, index) => code.slice(from, places[index]))
    return { code: pieces.join('__') }
  },
}

/** Imports of the bundle's own files call it too, which is shorter: the command table is full of them. */
const insideImports = {
  name: 'inside-imports',
  generateBundle(_options, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk')
        file.code = file.code.replaceAll(
          /Promise\.resolve\(\)\.then\(\(\)=>require\(("\.\/[^"]+")\)\)/gu,
          '__import($1)',
        )
  },
}

/** The positions of `import(…)`, in order. */
function importsIn(node) {
  if (Array.isArray(node)) return node.flatMap(importsIn)
  if (typeof node?.type !== 'string') return []
  const inside = Object.values(node).flatMap((value) => (typeof value === 'object' ? importsIn(value) : []))
  return node.type === 'ImportExpression' ? [node.start, ...inside] : inside
}

/** The files of these entries, and everything they import. */
function usedBy(entries, chunks) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const used = new Set()
  const waiting = entries.map(({ fileName }) => fileName)
  for (let name = waiting.pop(); name; name = waiting.pop()) {
    const chunk = byName.get(name)
    if (!chunk || used.has(name)) continue
    used.add(name)
    waiting.push(...chunk.imports, ...chunk.dynamicImports)
  }
  return used
}
