import type { Component } from './components.mjs'

type Release = {
  readonly name: string
  readonly version: string
  readonly license: string
  readonly date: string
  readonly components: readonly Component[]
}
type Bill = {
  readonly components: readonly { readonly 'bom-ref': string; readonly purl: string }[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}
export function billOfMaterials(release: Release): Bill
export function thirdPartyLicences(components: readonly Component[]): string
