// Checksums of all files of a release, signed with Ed25519, in forms that sha256sum and openssl can check.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const OWN = ['SHA256SUMS', 'SHA256SUMS.sig', 'release-key.pem']

/** Writes SHA256SUMS, its signature and the public key. Without a key (PEM), one that is thrown away signs. */
export function signSums(folder, pem) {
  const key = pem ? createPrivateKey(pem) : generateKeyPairSync('ed25519').privateKey
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The release key must be an Ed25519 key.')
  const sums = sumsOf(folder)
  writeFileSync(join(folder, 'SHA256SUMS'), sums)
  writeFileSync(join(folder, 'SHA256SUMS.sig'), sign(null, Buffer.from(sums), key))
  writeFileSync(join(folder, 'release-key.pem'), createPublicKey(key).export({ type: 'spki', format: 'pem' }))
}

/** What is wrong with a folder of a release: a signature by another key, a file that differs, one too many or too few. */
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
