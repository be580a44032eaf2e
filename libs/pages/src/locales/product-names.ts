import { resourceFacts, serviceFacts, type ResourceKind, type Service } from '@open-banking/spec';

type TranslatedNames<Name extends string> = Readonly<
  Record<Name, { readonly names: { readonly en: string; readonly he: string; readonly ar: string } }>
>;

const namesIn = <Name extends string>(facts: TranslatedNames<Name>, language: 'en' | 'he' | 'ar'): Readonly<Record<Name, string>> =>
  Object.fromEntries(Object.entries<TranslatedNames<Name>[Name]>(facts).map(([name, { names }]) => [name, names[language]])) as Record<
    Name,
    string
  >;

/** The headings of the kinds of resource on an approval page. */
export const kindsIn = (language: 'en' | 'he' | 'ar'): Readonly<Record<ResourceKind, string>> => namesIn(resourceFacts, language);

/** What the pages call the services. */
export const servicesIn = (language: 'en' | 'he' | 'ar'): Readonly<Record<Service, string>> => namesIn(serviceFacts, language);
