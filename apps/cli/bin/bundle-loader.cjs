const { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { dirname, join } = require('node:path')
const { Script } = require('node:vm')
const { crc32 } = require('node:zlib')

/** The wrapper that Node puts around a required file, plus a way to import other files of the bundle, and modules outside. */
const BEFORE = '(function (exports, require, module, __filename, __dirname, __import) {'
const AFTER = '\n})'
/** How many installations keep compiled code, which takes about 3 MB per command in use. */
const MOST_INSTALLATIONS = 8

/**
 * Loads a bundle's `.cjs` files with compiled code from earlier runs: compiling takes a third of a short command's CPU
 * time. Node's own compile cache does not help there, because it lacks functions that are compiled when first called.
 * The code is stored per installation and command, in `cache`. Missing or damaged code is compiled again.
 */
exports.bundleLoader = (dist, cache, command) => {
  const file = join(cache, crc32(dist).toString(36), command)
  const loaded = new Map()
  const outside = createRequire(join(dist, 'main.cjs'))
  let stored

  const requireFor = (name) => (name.startsWith('./') ? load(name.slice(2)) : outside(name))
  const importFor = (name) => (name.startsWith('./') ? Promise.resolve().then(() => requireFor(name)) : import(name))
  function load(name) {
    const known = loaded.get(name)
    if (known) return known.module.exports
    const filename = join(dist, name)
    const source = readFileSync(filename, 'utf8')
    // A chunk's name contains its hash. The entry's does not, and V8 would only compare its length.
    stored ??= readCode(file, crc32(source))
    const script = new Script(`${BEFORE}${source}${AFTER}`, {
      filename,
      columnOffset: -BEFORE.length,
      cachedData: stored.code.get(name),
    })
    const module = { exports: {} }
    loaded.set(name, { script, module })
    script.runInThisContext()(module.exports, requireFor, module, filename, dist, importFor)
    return module.exports
  }

  /**
   * Stores the code of everything that has run, along with code that only other runs have used. Does nothing if all of
   * it is there.
   */
  function save() {
    const isStored = ([name, { script }]) => stored.code.has(name) && !script.cachedDataRejected
    if ([...loaded].every(isStored)) return
    for (const [name, { script }] of loaded) stored.code.set(name, script.createCachedData())
    writeCode(file, stored.entry, [...stored.code])
    removeOldest(cache)
  }

  return { load, save }
}

/** The stored code by file name. Empty if there is none, if it is damaged, or if it belongs to another build. */
function readCode(file, entry) {
  const none = { entry, code: new Map() }
  try {
    const bytes = readFileSync(file)
    const [size, sum] = [bytes.readUInt32LE(0), bytes.readUInt32LE(4)]
    // V8 does not check the code itself, and crashes if it is damaged.
    if (crc32(bytes.subarray(8)) !== sum) return none
    const index = JSON.parse(bytes.toString('utf8', 8, 8 + size))
    if (index.entry !== entry) return none
    let at = aligned(8 + size)
    for (const [name, length] of index.files) {
      none.code.set(name, bytes.subarray(at, at + length))
      at = aligned(at + length)
    }
    return none
  } catch {
    return none
  }
}

function writeCode(file, entry, code) {
  const index = Buffer.from(JSON.stringify({ entry, files: code.map(([name, data]) => [name, data.length]) }))
  const head = Buffer.alloc(8)
  const parts = [padded(Buffer.concat([head, index])), ...code.map(([, data]) => padded(data))]
  const bytes = Buffer.concat(parts)
  bytes.writeUInt32LE(index.length, 0)
  bytes.writeUInt32LE(crc32(bytes.subarray(8)), 4)
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    // A fixed name, so killed processes leave at most one file. If two write it at once, the checksum reveals it.
    writeFileSync(`${file}.new`, bytes, { mode: 0o600 })
    renameSync(`${file}.new`, file)
  } catch {
    // Not fatal: the next start is only slower.
  }
}

/** V8 copies code that does not start at such an address. */
const aligned = (position) => Math.ceil(position / 8) * 8
const padded = (bytes) => Buffer.concat([bytes], aligned(bytes.length))

/** Removes the installations that have gone unused the longest. */
function removeOldest(cache) {
  try {
    const folders = readdirSync(cache).map((name) => join(cache, name))
    const dated = folders.map((folder) => ({ folder, at: statSync(folder).mtimeMs }))
    dated.sort((one, other) => other.at - one.at)
    for (const { folder } of dated.slice(MOST_INSTALLATIONS)) rmSync(folder, { recursive: true, force: true })
  } catch {
    // Another process is removing them too.
  }
}
