import { Trans as LinguiTrans, type TransProps } from '@lingui/react'

/** Of a name with a tag in it, Lingui takes the tag for one of the translation. In a list, it is left as it is. */
const asItIs = (value: unknown) => (String(value).includes('<') ? [value] : value)

/** What the macro `Trans` becomes: Lingui's component, for values that people typed. */
export const Trans = ({ values, ...props }: TransProps) => (
  <LinguiTrans
    {...props}
    values={
      values &&
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asItIs(value)]))
    }
  />
)
