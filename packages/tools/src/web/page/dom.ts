/** The part of the DOM that reading a page needs. The browser's own types are not part of this package. */
export type PageElement = {
  readonly nodeName: string
  readonly textContent: string
  readonly innerHTML: string
  readonly children: Iterable<PageElement> & { readonly length: number }
  remove(): void
  getAttribute(name: string): string | null
  setAttribute(name: string, value: string): void
  removeAttribute(name: string): void
  hasAttribute(name: string): boolean
  querySelector(selector: string): PageElement | null
  querySelectorAll(selector: string): Iterable<PageElement> & { readonly length: number }
}

export type PageDocument = PageElement & {
  readonly body: PageElement | null
  readonly title: string
  cloneNode(deep: boolean): PageDocument
}
