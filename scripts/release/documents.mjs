// The documents in a release: its contents (CycloneDX) and their licences.

/** A bill of materials. The same commit gives the same text, so two builds can be compared. */
export function billOfMaterials({ name, version, license, components, date }) {
  const self = `${name}@${version}`
  const needed = new Set(components.flatMap(({ needs }) => needs))
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: `${date}T00:00:00Z`,
      component: {
        'bom-ref': self,
        type: 'application',
        name,
        version,
        purl: purlOf(name, version),
        ...licensed(license),
      },
    },
    components: components.map((each) => ({
      'bom-ref': each.ref,
      type: 'library',
      name: each.name,
      version: each.version,
      purl: purlOf(each.name, each.version),
      ...licensed(each.license),
    })),
    dependencies: [
      { ref: self, dependsOn: components.map(({ ref }) => ref).filter((ref) => !needed.has(ref)) },
      ...components.map(({ ref, needs }) => ({ ref, dependsOn: needs })),
    ],
  }
}

const purlOf = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`

const EXPRESSION = /^\(*[\w.+-]+\)*( (AND|OR|WITH) \(*[\w.+-]+\)*)*$/u

/** A licence that is not an expression of SPDX identifiers, such as "SEE LICENSE IN …", is only a name. */
function licensed(license) {
  if (license === 'unknown') return {}
  return { licenses: [EXPRESSION.test(license) ? { expression: license } : { license: { name: license } }] }
}

/** Every licence text, once, with the packages under it. */
export function thirdPartyLicences(components) {
  const packages = Map.groupBy(components, ({ license, text }) => text || `${license}. The package includes no text.`)
  const parts = [...packages].map(([text, of]) => `${of.map(({ ref }) => ref).join('\n')}\n\n${text}\n`)
  return `Convene contains these packages.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`
}
