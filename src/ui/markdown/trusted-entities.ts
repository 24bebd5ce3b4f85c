interface PolicyFactory {
  createPolicy<Rules extends Record<string, (text: string) => string>>(
    name: string,
    rules: Rules,
  ): Rules
  readonly defaultPolicy: unknown
}

declare global {
  /** Absent in browsers without Trusted Types, and where the platform renders pages. */
  var trustedTypes: PolicyFactory | undefined
}

const entity = /^&[a-zA-Z0-9]{1,40};$/

/** Accepts only `&name;`. Everything else is a bug or an attack, and throws. */
export function onlyEntities(text: string) {
  if (entity.test(text)) return text
  throw new TypeError('Trusted Types: only a character reference may become HTML')
}

// The markdown parser decodes `&name;` by innerHTML, which Trusted Types refuse without a policy.
if (globalThis.trustedTypes && !globalThis.trustedTypes.defaultPolicy)
  globalThis.trustedTypes.createPolicy('default', { createHTML: onlyEntities })
