-- Blocked names are found by their letters alone, as the verification of payees folds them, whatever stands between them
-- (docs/decisions/0115). Stored patterns stay as they are: the previous release compares them as before, and what either release
-- adds is found by both. The previous release does not call this function.

create function name_letters(pattern text) returns text language sql immutable strict parallel safe as $$
  select translate(
    replace(replace(replace(replace(replace(replace(pattern, 'Æ', 'AE'), 'Œ', 'OE'), 'Þ', 'TH'), 'װ', 'וו'), 'ױ', 'וי'), 'ײ', 'יי'),
    -- Final letters of Hebrew, Arabic letters written both ways, Latin letters that do not decompose.
    'ךםןףץىیةٱکØĐÐĦŁ'
    || '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९'
    || '০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯'
    || '୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯'
    || '೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯๐๑๒๓๔๕๖๗๘๙'
    || '໐໑໒໓໔໕໖໗໘໙༠༡༢༣༤༥༦༧༨༩၀၁၂၃၄၅၆၇၈၉'
    || '០១២៣៤៥៦៧៨៩᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙'
    || ' ـ',
    'כמנפצييهاكODDHL'
    || '012345678901234567890123456789'
    || '012345678901234567890123456789'
    || '012345678901234567890123456789'
    || '012345678901234567890123456789'
    || '012345678901234567890123456789'
    || '01234567890123456789'
  )
$$;
