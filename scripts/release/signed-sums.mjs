// Checksums of all files of a release, signed with Ed25519, in forms that sha256sum and openssl can check.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The public half of the release key, for everyone to compare with. */
const PUBLIC_KEY = 'packaging/release-key.pem'

/** Why a release cannot be signed with this key (PEM), or with any if none is given, and what to do. */
export function keyProblem(root, pem) {
  if (!existsSync(join(root, PUBLIC_KEY)))
    return `${PUBLIC_KEY} is missing: nobody could tell our releases from others. docs/guide/releases.md says how to make the key.`
  if (pem === undefined) return undefined
  const committed = createPublicKey(readFileSync(join(root, PUBLIC_KEY)))
  return createPublicKey(createPrivateKey(pem)).equals(committed)
    ? undefined
    : `The release key does not belong to ${PUBLIC_KEY}. If the key was replaced on purpose, commit the public half of the new one.`
}

const OWN = ['SHA256SUMS', 'SHA256SUMS.sig', 'release-key.pem']

/** Writes SHA256SUMS, its signature and the public key. Without a key (PEM), it signs with a throw-away key. */
export function signSums(folder, pem) {
  const key = pem ? createPrivateKey(pem) : generateKeyPairSync('ed25519').privateKey
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The release key must be an Ed25519 key.')
  const sums = sumsOf(folder)
  writeFileSync(join(folder, 'SHA256SUMS'), sums)
  writeFileSync(join(folder, 'SHA256SUMS.sig'), sign(null, Buffer.from(sums), key))
  writeFileSync(join(folder, 'release-key.pem'), createPublicKey(key).export({ type: 'spki', format: 'pem' }))
}

/** What is wrong with a release folder: a signature by another key, a file that differs, one too many or too few. */
export function problemsOf(folder, publicKey = readFileSync(join(folder, 'release-key.pem'))) {
  const sums = readFileSync(join(folder, 'SHA256SUMS'))
  if (!verify(null, sums, createPublicKey(publicKey), readFileSync(join(folder, 'SHA256SUMS.sig'))))
    return ['SHA256SUMS was not signed with this key']
  const said = new Set(sums.toString().split('\n').filter(Boolean))
  const found = new Set(sumsOf(folder).split('\n').filter(Boolean))
  return [...said.symmetricDifference(found)].map((line) => `${line.slice(66)} is not what was signed`)
}

function sumsOf(folder) {
  const names = readdirSync(folder).filter((name) => !OWN.includes(name))
  const sum = (name) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  return names
    .sort()
    .map((name) => `${sum(name)}  ${name}\n`)
    .join('')
}
