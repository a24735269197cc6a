/** All texts of messages and pages, as ICU messages by language. */
import { GERMAN } from './de/index.ts';
import { ENGLISH } from './en/index.ts';
import type { TextsOf } from './en/index.ts';
import type { KeyOf, Language } from './say/index.ts';

type Rooms = typeof ENGLISH;

/** A text by its room and name, e.g. `alerts.title`. */
export type TextKey = KeyOf<Rooms>;

type Texts = { readonly [Room in keyof Rooms]: TextsOf<Room> };

/** Each room's texts by language. Every language has the keys of English: a missing text is a type error. */
export const TEXTS: Readonly<Record<Language, Texts>> = { en: ENGLISH, de: GERMAN };
